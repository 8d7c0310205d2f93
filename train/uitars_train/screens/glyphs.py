"""What the drawings of icon sets for pages and newer programs mean, by the names they share.

Font Awesome, Material, Codicons, Tabler and their like call most things by the same few names;
what ends a name (`-outline`, `-fill`, `-24-regular`) is the manner of drawing, see `icon_sets.py`.
"""

from __future__ import annotations

GLYPHS: dict[str, str] = {
    "add": "plus add plus-circle add-circle circle-plus plus-square square-plus add-box plus-lg",
    "alarm": "alarm alarm-clock alarm-add clock-alarm",
    "archive": "archive box-archive archive-box package-down",
    "attach": "paperclip attachment attach attach-file clip attachment-2 paper-clip paperclip-2",
    "back": "arrow-left arrow-back chevron-left arrow-circle-left circle-arrow-left chevron-back "
    "angle-left arrow-left-circle alt-arrow-left arrow-thick-left nav-arrow-left go-back",
    "battery": "battery battery-full battery-charge battery-4 battery-three-quarters battery-high",
    "bluetooth": "bluetooth bluetooth-b",
    "bold": "bold format-bold text-bold type-bold text-b editor-bold",
    "bookmark": "bookmark bookmarks bookmark-plus bookmark-add bookmark-simple book-mark",
    "brightness": "brightness brightness-high sun brightness-6 brightness-5 sunny brightness-7",
    "brush": "brush paint-brush paintbrush brush-2 brush-tool",
    "bullet_list": "list-bulleted format-list-bulleted list-ul list-unordered editor-ul "
    "text-bullet-list text-bullet-list-ltr list-bullet list-dashes unordered-list",
    "calculator": "calculator calculate calculator-simple",
    "calendar": "calendar calendar-days calendar-month calendar-today calendar-event "
    "calendar-alt calendar-blank calendar-2 date-range event calendar-minimalistic "
    "calendar-outline",
    "call": "phone call telephone phone-call",
    "camera": "camera photo-camera camera-retro",
    "cart": "cart shopping-cart basket shopping-basket cart-shopping cart-outline shopping-cart-2",
    "center": "align-center format-align-center text-align-center editor-aligncenter text-center "
    "align-text-center align-horizontal-center",
    "chart": "chart bar-chart chart-bar chart-line chart-column insert-chart graph analytics "
    "bar-chart-2 stats-chart bar-chart-alt",
    "chat": "chat comment message chat-bubble comments message-circle chatbubble comment-dots "
    "message-square forum comment-discussion chatbox",
    "check": "check done tick checkmark check-circle circle-check check-bold check-mark "
    "check-small check-square checkmark-circle done-all",
    "clear": "broom eraser-clear cleaning-services clean brush-cleaning",
    "close": "close x times xmark cross x-circle close-circle circle-xmark dismiss x-lg cancel "
    "circle-x xmark-circle dismiss-circle close-thick multiply",
    "close_document": "file-x file-excel-remove document-dismiss file-remove note-remove",
    "cloud": "cloud clouds cloud-outline cloud-queue",
    "code": "code code-tags code-slash code-brackets code-simple code-alt file-code code-xml",
    "color": "palette color-palette eyedropper color-swatch eye-dropper color-lens colorize "
    "color color-picker paint-palette",
    "columns": "columns view-column table-columns layout-columns column columns-2 columns-3",
    "connect": "plug power-plug plug-circle-check connect plug-connected plugs-connected plug-in "
    "plug-2 power-plug-outline lan-connect",
    "contact": "address-book contacts contact address-card contact-card contact-page "
    "card-account-details user-card id-card book-contacts contacts-book",
    "copy": "copy content-copy clone copy-alt files copy-simple copy-2 copy-outline "
    "clipboard-copy-outline",
    "crop": "crop crop-simple transform-crop",
    "cut": "cut scissors content-cut scissor scissors-cutting",
    "database": "database database-2 server-2 data-base",
    "delete": "delete trash trash-can trash-2 delete-bin trash-alt trashcan bin delete-forever "
    "trash-simple trash-bin delete-outline recycle-bin trash-bin-trash trash-bin-minimalistic",
    "deselect": "deselect select-off deselect-all select-remove",
    "disc": "disc album compact-disc disc-album record-disc",
    "disconnect": "plug-off unplug power-plug-off plug-disconnected disconnect plugs "
    "debug-disconnect plug-circle-xmark",
    "down": "arrow-down arrow-downward chevron-down angle-down caret-down arrow-circle-down "
    "circle-arrow-down alt-arrow-down nav-arrow-down arrow-down-circle",
    "download": "download file-download cloud-download arrow-down-to-line download-2 "
    "cloud-arrow-down arrow-download download-cloud download-simple desktop-download",
    "edit": "edit pencil pen create edit-2 square-pen pen-to-square pencil-square edit-alt "
    "pencil-outline edit-pencil pencil-simple pen-2",
    "eject": "eject media-eject",
    "ellipse": "circle ellipse circle-outline shape-circle oval",
    "emoji": "smile face-smile emoji smiley emoticon mood emoji-happy insert-emoticon "
    "smiley-happy emotion-happy emoticon-happy emoticon-outline mood-smile smile-circle",
    "eraser": "eraser erase eraser-tool",
    "error": "error circle-exclamation exclamation-circle alert-octagon alert-circle "
    "error-circle error-outline",
    "export": "export file-export external-link box-arrow-up-right open-in-new launch "
    "arrow-up-right-from-square link-external arrow-square-out share-box",
    "extract": "unarchive box-open archive-arrow-up package-up folder-zip-extract archive-up",
    "eye": "eye visibility view show eye-open preview-open eye-outline",
    "eye_off": "eye-off eye-slash visibility-off view-off eye-closed eye-off-outline hide hidden "
    "preview-close eye-invisible eye-crossed",
    "fast_forward": "fast-forward forward-fast media-fast-forward controls-forward "
    "skip-forward-10 fast-forward-circle",
    "file": "file document file-text description insert-drive-file file-document file-lines page "
    "file-alt document-text article",
    "fill": "format-color-fill paint-bucket fill-drip fill bucket color-fill paint-can "
    "paint-fill paint-roller-fill paintbucket",
    "filter": "filter funnel filter-alt filter-list funnel-simple filter-2 filter-variant",
    "find_next": "search-next text-box-search find-in-page file-find",
    "find_replace": "find-replace replace replace-all search-replace find-and-replace",
    "first": "first-page page-first chevron-first skip-left arrow-bar-to-left chevron-bar-left "
    "angles-left-first arrow-line-left",
    "flag": "flag flag-2 flag-outline report-flag",
    "flip_horizontal": "flip-horizontal flip reflect-horizontal mirror-horizontal "
    "flip-to-horizontal image-flip-horizontal flip-h reflect-vertical-axis",
    "flip_vertical": "flip-vertical mirror-vertical reflect-vertical image-flip-vertical flip-v",
    "folder": "folder folder-2 folder-outline folder-simple folder-3 folder-closed",
    "font": "font font-size format-size text-fields text-size type font-family letter-case "
    "format-font letters-case",
    "forward": "arrow-right arrow-forward chevron-right arrow-circle-right circle-arrow-right "
    "chevron-forward angle-right arrow-right-circle alt-arrow-right nav-arrow-right",
    "fullscreen": "fullscreen full-screen expand maximize-2 arrows-maximize expand-all-corners "
    "full-screen-maximize screen-full scan-expand corners-out arrows-out",
    "grid": "grid view-grid apps grid-3x3 view-module table-cells-large layout-grid grid-view "
    "squares-four grid-2x2 border-all-grid dots-nine",
    "group": "object-group group-objects group object-union shape-union",
    "hand": "hand hand-paper pan-tool hand-back-right hand-right raise-hand",
    "hard_disk": "hard-drive hdd harddisk hard-disk storage-disk drive hard-drives",
    "heart": "heart favorite heart-outline favorite-border love like-heart",
    "help": "help help-circle question-circle circle-question circle-help question-mark-circle "
    "question help-outline question-mark contact-support help-question",
    "highlighter": "highlighter format-color-highlight highlight mark-pen ink-highlighter "
    "marker-pen highlight-round",
    "history": "history clock-rotate-left clock-history time-machine counter-clockwise-clock "
    "recent clock-counter-clockwise time-past",
    "home": "home house home-2 home-variant house-chimney home-simple house-simple home-smile",
    "image": "image picture photo gallery image-2 insert-photo picture-o file-image panorama",
    "import": "import file-import log-in-box database-import arrow-bar-down-in",
    "indent": "indent format-indent-increase indent-increase text-indent editor-indent "
    "text-indent-increase increase-indent indent-right list-indent-increase",
    "info": "info info-circle circle-info information information-circle info-outline "
    "circle-information information-outline",
    "insert_object": "puzzle extension puzzle-piece puzzle-outline",
    "italic": "italic format-italic text-italic type-italic editor-italic",
    "jump": "corner-down-right arrow-corner-down-right subdirectory-arrow-right go-to-line "
    "arrow-right-down level-down",
    "justify": "align-justify format-align-justify text-align-justify editor-justify justify "
    "align-justified text-justify",
    "key": "key vpn-key key-2 key-variant password-key key-round",
    "keyboard": "keyboard keyboard-outline keyboard-alt",
    "last": "last-page page-last chevron-last skip-right arrow-bar-to-right chevron-bar-right "
    "arrow-line-right",
    "layers": "layers stack layer-group layers-2 layers-outline layer stack-2",
    "left": "align-left format-align-left text-align-left editor-alignleft text-left "
    "align-text-left",
    "line": "line vector-line minus-diagonal slash draw-line line-tool pen-line-tool",
    "link": "link chain insert-link link-2 link-variant link-simple link-alt hyperlink",
    "list": "list view-list list-box th-list list-task list-view list-alt list-outline",
    "location": "map-marker location map-pin place location-dot pin-map location-pin location-on "
    "pin-location geo-alt marker map-point",
    "lock": "lock lock-closed padlock lock-outline lock-alt lock-keyhole lock-simple lock-locked",
    "logout": "logout log-out sign-out right-from-bracket sign-out-alt arrow-right-from-bracket "
    "exit logout-box",
    "mail": "mail email envelope envelope-simple letter mail-outline mail-open markunread",
    "mail_forward": "mail-forward email-forward forward-email share-forward arrow-forward-up "
    "email-arrow-right",
    "maximize": "window-maximize chrome-maximize crop-square maximize-window",
    "menu": "menu bars hamburger navicon list-menu hamburger-menu menu-2 reorder three-bars "
    "menu-outline menu-burger",
    "microphone": "microphone mic mic-none microphone-2 microphone-alt",
    "minimize": "window-minimize chrome-minimize minimize-window horizontal-rule",
    "monitor": "monitor desktop display computer screen device-desktop desktop-windows tv-monitor",
    "more": "more dots-horizontal more-horizontal ellipsis ellipsis-h more-horiz dots-vertical "
    "more-vertical ellipsis-v more-vert dots-three kebab-horizontal ellipsis-vertical menu-dots "
    "overflow-menu-horizontal overflow-menu-vertical",
    "mouse": "mouse computer-mouse mouse-simple",
    "music": "music music-note music-2 note-music musical-notes musical-note music-alt audiotrack",
    "mute": "volume-mute volume-off volume-x mute volume-xmark speaker-mute volume-slash "
    "volume-cross volume-3",
    "network": "lan network network-wired sitemap-network ethernet hub network-2",
    "new": "file-plus note-add new-file file-add document-add file-document-plus "
    "file-circle-plus add-document page-add document-plus file-plus-2 page-plus",
    "new_folder": "folder-plus folder-add create-new-folder new-folder folder-new folder-open-plus",
    "new_tab": "tab-plus tab-new tab-add",
    "new_window": "window-plus app-window-plus window-new new-window add-to-window app-window-add",
    "next_track": "skip-next skip-forward step-forward forward-step next track-next "
    "play-skip-forward player-track-next player-skip-forward skip-end skip-next-circle",
    "notification": "bell notifications notification alert-bell bell-outline bell-alt",
    "numbered_list": "list-numbered format-list-numbered list-ol list-ordered editor-ol "
    "list-numbers text-number-list text-number-list-ltr ordered-list",
    "open": "folder-open file-open folder-opened open-folder",
    "outdent": "outdent format-indent-decrease indent-decrease text-outdent editor-outdent "
    "text-indent-decrease decrease-indent indent-left list-indent-decrease",
    "package": "package box cube inventory-2 package-variant package-2 box-2",
    "paste": "paste content-paste clipboard clipboard-paste clipboard-outline",
    "pause": "pause pause-circle player-pause circle-pause controls-pause",
    "pin": "pin push-pin thumbtack pushpin pin-outline",
    "play": "play play-arrow play-circle player-play circle-play controls-play play-filled-alt",
    "pointer": "cursor mouse-pointer cursor-default arrow-pointer pointer near-me-cursor "
    "cursor-arrow cursor-pointer navigation-pointer pointer-2",
    "power": "power power-off power-settings-new shutdown power-standby power-button",
    "previous_track": "skip-previous skip-back step-backward backward-step previous track-prev "
    "play-skip-back player-track-prev player-skip-back skip-start skip-previous-circle",
    "print": "print printer local-printshop print-outline printer-2",
    "print_preview": "print-preview printer-search file-eye printer-eye document-search",
    "properties": "file-cog file-document-edit document-properties page-settings file-settings "
    "document-settings file-gear",
    "record": "record fiber-manual-record record-circle record-rec player-record controls-record "
    "dot-circle circle-record radio-button-record",
    "rectangle": "square rectangle rectangle-outline square-outline shape-rectangle",
    "redo": "redo redo-alt arrow-redo redo-variant rotate-right-redo arrow-forward-redo",
    "refresh": "refresh reload arrows-rotate sync-alt rotate-cw arrow-clockwise refresh-cw "
    "arrow-rotate-right restart rotate-clockwise",
    "remove": "minus remove subtract minus-circle remove-circle dash minus-square circle-minus "
    "do-not-disturb-on subtract-circle",
    "rename": "rename text-cursor-input rename-box drive-file-rename textbox cursor-text forms",
    "repeat": "repeat loop media-loop repeat-all arrow-repeat-all",
    "replied": "reply mail-reply arrow-reply email-reply reply-outline",
    "reply_all": "reply-all arrow-reply-all mail-reply-all email-reply-all",
    "revert": "file-undo restore-page file-restore discard history-revert document-undo",
    "rewind": "rewind fast-rewind backward fast-backward controls-rewind media-rewind",
    "right": "align-right format-align-right text-align-right editor-alignright text-right "
    "align-text-right",
    "rotate_left": "rotate-left rotate-ccw rotate-counterclockwise arrow-rotate-left "
    "rotate-2-left image-rotate-left",
    "rotate_right": "rotate-right rotate-90-degrees-cw image-rotate-right rotate-360-right",
    "run": "run run-all debug-start directions-run play-code cog-play rocket-run",
    "save": "save floppy floppy-disk content-save device-floppy diskette save-outline save-2",
    "save_as": "save-as content-save-edit save-edit content-save-as floppy-as",
    "search": "search magnify magnifying-glass magnifier search-outline find search-2",
    "select_all": "select-all select-all-on checks check-all select-check-box",
    "send": "send paper-plane paper-airplane send-2 paperplane email-send sent",
    "settings": "settings cog gear settings-gear cog-outline setting configuration preferences "
    "gears settings-2 gear-six settings-sharp",
    "share": "share share-nodes share-variant share-2 share-network share-social social-share "
    "share-alt",
    "shuffle": "shuffle random shuffle-variant arrows-shuffle shuffle-2",
    "sidebar": "sidebar layout-sidebar panel-left sidebar-simple layout-sidebar-left side-bar "
    "side-navigation sidebar-left dock-left panel-left-open",
    "sort": "sort sort-ascending sort-alpha-down sort-amount-down arrow-down-a-z sort-az "
    "sort-by-alpha sort-alphabetical-ascending arrow-down-wide-short",
    "spam": "spam report alert-octagon-mail flame-junk junk email-alert bug-mail",
    "spelling": "spellcheck spell-check abc-check text-grammar-checkmark text-proofing-tools",
    "split": "split-horizontal split-vertical view-split layout-split split-screen split "
    "square-split-horizontal square-half",
    "star": "star star-outline grade star-empty star-rate",
    "stop": "stop player-stop circle-stop stop-circle controls-stop debug-stop media-stop",
    "strikethrough": "strikethrough format-strikethrough text-strikethrough type-strikethrough "
    "editor-strikethrough strikethrough-s",
    "subscript": "subscript format-subscript text-subscript",
    "superscript": "superscript format-superscript text-superscript",
    "sync": "sync arrow-sync sync-circle autorenew cloud-sync folder-sync",
    "table": "table table-cells grid-table border-all editor-table data-table",
    "tag": "tag label tags local-offer sell price-tag price-tag-3",
    "terminal": "terminal console terminal-box command-line window-console square-terminal",
    "text": "text title text-tool text-t type-text format-text textbox-tool letter-t",
    "text_color": "format-color-text text-color font-color font-colors baseline-text-color "
    "editor-textcolor",
    "tools": "tools wrench build screwdriver-wrench tool hammer-wrench toolbox spanner",
    "tree": "file-tree account-tree folder-tree list-tree sitemap tree-view tree-structure "
    "git-tree hierarchy tree-list",
    "two_pages": "book-open menu-book book-open-page-variant two-pager open-book book-open-text",
    "underline": "underline format-underline text-underline type-underline editor-underline "
    "format-underlined",
    "undo": "undo undo-alt arrow-undo undo-variant arrow-back-undo undo-2",
    "ungroup": "object-ungroup ungroup ungroup-objects",
    "unlock": "unlock lock-open lock-unlocked lock-opened unlock-keyhole padlock-open lock-2-open",
    "up": "arrow-up arrow-upward chevron-up angle-up caret-up arrow-circle-up circle-arrow-up "
    "alt-arrow-up nav-arrow-up arrow-up-circle",
    "upload": "upload file-upload cloud-upload arrow-up-from-line upload-2 cloud-arrow-up "
    "arrow-upload upload-cloud upload-simple publish",
    "usb": "usb usb-drive usb-flash-drive usb-stick usb-port",
    "user": "user person account user-circle account-circle profile account-outline user-alt",
    "users": "users people group-users account-group user-group account-multiple people-alt team "
    "person-2 users-group user-multiple users-group-rounded",
    "video": "video videocam video-camera film movie clapperboard video-outline camera-video",
    "volume": "volume-up volume volume-high volume-2 volume-full speaker-2 volume-loud "
    "volume-max unmute audio-volume",
    "warning": "warning alert triangle-exclamation exclamation-triangle alert-triangle "
    "warning-outline danger-triangle triangle-alert",
    "web": "globe web earth public language world earth-americas globe-hemisphere-west global",
    "wifi": "wifi network-wifi wifi-outline wireless rss-wifi wifi-high signal-wifi-4-bar",
    "zoom_fit": "fit-to-screen zoom-fit page-fit zoom-out-map fit-screen zoom-reset-fit "
    "zoom-extents image-size-select aspect-ratio",
    "zoom_in": "zoom-in magnify-plus magnifying-glass-plus search-plus zoom-plus search-add "
    "magnifier-zoom-in",
    "zoom_original": "magnify-scan ratio-one-to-one one-to-one numeric-1-to-1 zoom-reset "
    "zoom-actual",
    "zoom_out": "zoom-out magnify-minus magnifying-glass-minus search-minus zoom-minus "
    "magnifier-zoom-out",
    "zoom_width": "fit-to-width arrow-expand-horizontal fit-width page-width arrow-fit-width",
}
"""Meanings of `vocabulary.ICONS` and the names of their glyphs, parted by blanks."""
