#!/bin/sh
# After the package is gone: what people did with it, settings, runs and memory, stays. Says where.
set -e
case "$1" in
  remove | 0) ;;
  *) exit 0 ;;
esac
echo "uitars is removed. What people did with it, settings, runs and memory, is kept:"
getent passwd | cut -d: -f6 | sort -u | while read -r home; do
  for place in .config/uitars .config/autostart/uitars.desktop .local/share/uitars \
    .local/state/uitars .cache/uitars; do
    [ ! -e "$home/$place" ] || echo "  $home/$place"
  done
done
echo "It lies below .config, .local/share, .local/state and .cache of each home folder, or where"
echo "UITARS_HOME said. Delete it by hand."
