#!/usr/bin/env bash
# Installs uitars for the current user: a virtual environment of its own, four commands with
# completion and man pages, and a menu entry with an icon.
#
#   installers/linux/install.sh [PREFIX]     default: ~/.local
#
# PREFIX/bin/uitars-remove takes it away again.
set -euo pipefail
source_folder=$(cd "$(dirname "$0")/../.." && pwd)
prefix=${1:-$HOME/.local}
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "uitars needs Python 3.11 or later; $python is older. Set PYTHON to another one." >&2
  exit 2
}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)  # links and the menu entry name it whole
environment="$prefix/share/uitars-app"
mkdir -p "$prefix/bin" "$prefix/share/applications" "$prefix/share/icons/hicolor/scalable/apps"
"$python" -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
  "$source_folder[app,commands]"
for command in uitars uitars-run uitars-quantize uitars-train; do
  ln -sf "$environment/bin/$command" "$prefix/bin/$command"
done
"$environment/bin/python" "$source_folder/installers/command_files.py" "$prefix"
# Menus are dark or light: the drawing takes the colour of the window's own icon.
sed "s/currentColor/#2a5fd0/g" "$source_folder/assets/uitars_assets/icons/uitars.svg" \
  >"$prefix/share/icons/hicolor/scalable/apps/uitars.svg"
# The same entry as the packages'; menus may know another PATH than shells do.
while IFS= read -r line; do
  case "$line" in
    Exec=*) printf 'Exec="%s"\n' "$prefix/bin/uitars" ;;
    TryExec=*) printf 'TryExec=%s\n' "$prefix/bin/uitars" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <"$source_folder/installers/linux/uitars.desktop" >"$prefix/share/applications/uitars.desktop"
install -m 755 "$source_folder/installers/linux/remove.sh" "$prefix/bin/uitars-remove"
echo "Installed $("$prefix/bin/uitars" --version) in $environment."
echo "$prefix/bin/uitars-remove takes it away again."
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "Add $prefix/bin to PATH to call uitars from anywhere." ;;
esac
for program in Xvfb openbox bwrap; do
  command -v "$program" >/dev/null || echo "For private desktops install $program (see uitars doctor)."
done
