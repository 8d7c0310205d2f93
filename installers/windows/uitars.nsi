; Installs uitars for one person, without administrator rights. Silent: uitars-VERSION-setup.exe /S
; [/D=C:\folder]; it goes over an older version. Removing it keeps what a person did with it.
;
; Defined by build.py: VERSION, APP (the folder to install), REMOVED (how each part of it is taken
; away), ICON, OUT, and UNCOMPRESSED for one that is made fast.
Target amd64-unicode
ManifestDPIAware true
Name "Uitars"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\uitars"
InstallDirRegKey HKCU "Software\uitars" "Folder"
!ifdef UNCOMPRESSED
  SetCompress off
!else
  SetCompressor /SOLID lzma
!endif
ShowInstDetails show
ShowUninstDetails show
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\uitars"
!define STARTED "Software\Microsoft\Windows\CurrentVersion\Run"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!include "MUI2.nsh"
!include "Sections.nsh"
!insertmacro MUI_PAGE_LICENSE "${APP}/LICENSE-uitars.txt"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Windows keeps a program that runs: half of a new version beside half of an old one would be worse
; than none.
!macro StopWhereItRuns
  IfFileExists "$INSTDIR\python.exe" 0 free
  ClearErrors
  FileOpen $0 "$INSTDIR\python.exe" a
  IfErrors 0 closed
  MessageBox MB_OK|MB_ICONSTOP "Uitars is running. Close it, then try again." /SD IDOK
  SetErrorLevel 2
  Quit
closed:
  FileClose $0
free:
!macroend

!macro Remove
  ExecWait '"$INSTDIR\python.exe" "$INSTDIR\path_entry.py" remove'
  !include "${REMOVED}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Uitars.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\uitars"
  DeleteRegValue HKCU "${STARTED}" "uitars"
!macroend

Section "Uitars" main
  SectionIn RO
  !insertmacro StopWhereItRuns
  ; An older version takes itself away: its parts may have had other names.
  IfFileExists "$INSTDIR\uninstall.exe" 0 fresh
  ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
fresh:
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${APP}/*"
  IfErrors 0 copied
  MessageBox MB_OK|MB_ICONSTOP "Uitars could not be copied to $INSTDIR. Is the disk full?" /SD IDOK
  SetErrorLevel 2
  Quit
copied:
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ExecWait '"$INSTDIR\python.exe" "$INSTDIR\path_entry.py" add'
  IfFileExists "$INSTDIR\Lib\site-packages\PySide6" 0 windowless
  CreateShortcut "$SMPROGRAMS\Uitars.lnk" "$INSTDIR\uitars-window.exe" "" "$INSTDIR\uitars.ico"
windowless:
  WriteRegStr HKCU "Software\uitars" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Uitars"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\uitars.ico"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "Start with Windows" autostart
  WriteRegStr HKCU "${STARTED}" "uitars" '"$INSTDIR\uitars-window.exe" --hidden'
SectionEnd

; An older version that takes itself away takes this choice with it.
Function .onInit
  ReadRegStr $0 HKCU "${STARTED}" "uitars"
  StrCmp $0 "" unchosen
  !insertmacro SelectSection ${autostart}
unchosen:
FunctionEnd

Section "Uninstall"
  !insertmacro StopWhereItRuns
  !insertmacro Remove
  DetailPrint "Settings, runs and memory are kept in $LOCALAPPDATA\uitars; delete them by hand."
SectionEnd
