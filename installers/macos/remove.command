#!/bin/bash
# Takes Uitars away from this Mac. What a person did with it, settings, runs and memory, stays.
set -euo pipefail
applications=${APPLICATIONS:-/Applications}
programs=${PROGRAMS:-/usr/local/bin}
if pgrep -f "$applications/Uitars.app/" >/dev/null; then
  echo "Uitars is running. Quit it, then try again." >&2
  exit 2
fi
rm -f "$HOME/Library/LaunchAgents/org.uitars.Uitars.plist"
rm -rf "$applications/Uitars.app"
for command in uitars uitars-run; do
  case "$(readlink "$programs/$command" || true)" in
    "$applications/Uitars.app/"*) rm -f "$programs/$command" ;;
  esac
done
echo "Removed Uitars."
for place in "$HOME/Library/Application Support/uitars" "$HOME/Library/Caches/uitars" \
  "$HOME/Library/Logs/uitars"; do
  if [ -d "$place" ]; then kept="${kept:-}$place"$'\n'; fi
done
[ -z "${kept:-}" ] || printf 'Your settings, runs and memory are kept; delete them by hand:\n%s' "$kept"
