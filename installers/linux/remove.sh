#!/usr/bin/env bash
# Takes away what install.sh put below the prefix that this lies in. What a person did with uitars,
# settings, runs and memory, stays.
set -euo pipefail
prefix=$(cd "$(dirname "$0")/.." && pwd)
python="$prefix/share/uitars-app/bin/python"
[ -d "$prefix/share/uitars-app" ] || { echo "There is no uitars in $prefix." >&2; exit 2; }
# A newer system may have no Python any more that this one leads to.
kept=$("$python" 2>/dev/null -c "
from uitars_runtime import paths
for place in (paths.config_folder(), paths.data_folder(), paths.state_folder(), paths.cache_folder()):
    if place.exists():
        print(' ', place)" || true)
for command in uitars uitars-run uitars-quantize uitars-train; do
  rm -f "$prefix/bin/$command" "$prefix/share/man/man1/$command.1" \
    "$prefix/share/bash-completion/completions/$command" \
    "$prefix/share/zsh/site-functions/_$command" \
    "$prefix/share/fish/vendor_completions.d/$command.fish"
done
rm -f "$prefix/share/applications/uitars.desktop" \
  "$prefix/share/icons/hicolor/scalable/apps/uitars.svg"
login="${XDG_CONFIG_HOME:-$HOME/.config}/autostart/uitars.desktop"
if grep -qsF "TryExec=$prefix/" "$login"; then rm -f "$login"; fi
rm -rf "$prefix/share/uitars-app"
rm -f "$prefix/bin/uitars-remove"
echo "Removed uitars from $prefix."
[ -z "$kept" ] || printf 'Your settings, runs and memory are kept; delete them by hand:\n%s\n' "$kept"
