#!/usr/bin/env bash
# Proves an installation: installs into a folder of its own, does a verified task from there, opens
# the window once, and takes all of it away again but the person's data.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
prefix=$(mktemp -d "${TMPDIR:-/var/tmp}/uitars-smoke.XXXXXX")
trap 'rm -rf "$prefix"' EXIT
"$here/install.sh" "$prefix"
mkdir "$prefix/work"
cd /
UITARS_HOME="$prefix/home" "$prefix/bin/uitars-run" \
  "Type 'installed' into the document, then choose Save from the File menu." \
  --desktop sandbox --app "mousepad note.txt" --workspace "$prefix/work" \
  --verify "grep -qx installed note.txt"
UITARS_HOME="$prefix/home" "$prefix/bin/uitars" replay last --html "$prefix/run.html"
test -s "$prefix/run.html"
for command in uitars uitars-run uitars-quantize uitars-train; do
  "$prefix/bin/$command" --help >/dev/null
  test -s "$prefix/share/man/man1/$command.1"
done
UITARS_HOME="$prefix/home" QT_QPA_PLATFORM=offscreen "$prefix/bin/uitars" --self-test \
  --screenshot "$prefix/window.png"
test -s "$prefix/window.png"
grep -q "^Exec=\"$prefix/bin/uitars\"$" "$prefix/share/applications/uitars.desktop"
test -s "$prefix/share/icons/hicolor/scalable/apps/uitars.svg"
UITARS_HOME="$prefix/home" "$prefix/bin/uitars-remove" | grep "$prefix/home" >/dev/null
test -d "$prefix/home/data/runs"
left=$(find "$prefix/bin" "$prefix/share" -type f -o -type l)
test -z "$left" || { echo "Removing left: $left" >&2; exit 1; }
echo "The installation works."
