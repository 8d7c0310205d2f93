# What every Tk program of a display shows: run by wish on that display, asks the programs by `send`.
# A line a widget on standard output, fields apart by \x1f:
#   window's x y width height, class, widget's x y width height, text, flags, row, column
wm withdraw .

set walk {
namespace eval ::harvested {
  variable found {}
  proc option {w name} { if {[catch {$w cget $name} value]} { return "" }; return $value }
  proc say {w class x y wide high text flags {row -1} {column -1}} {
    variable found; variable whole
    set text [string map {\x1f " " \n " " \r " " \t " "} $text]
    lappend found [join [list {*}$whole $class $x $y $wide $high $text $flags $row $column] \x1f]
  }
  proc flags {w} {
    set flags {}
    if {[option $w -state] eq "disabled"} { lappend flags disabled }
    if {![catch {$w instate disabled} off] && $off} { lappend flags disabled }
    if {[focus -displayof $w] eq $w} { lappend flags focused }
    return $flags
  }
  proc on {w class} {
    if {![catch {$w instate selected} is]} { return $is }
    set name [option $w -variable]
    if {$name eq "" || [catch {set ::[string trimleft $name :]} value]} { return 0 }
    set wanted [expr {[string match *Radio* $class] ? [option $w -value] : [option $w -onvalue]}]
    return [expr {$value eq $wanted}]
  }
  proc entries {w x y} {
    set last [$w index end]
    if {$last eq "none" || $last eq ""} return
    set across [expr {[$w cget -type] eq "menubar"}]
    set wide [winfo width $w]; set high [winfo height $w]
    for {set i 0} {$i <= $last} {incr i} {
      set type [$w type $i]
      if {$type in {separator tearoff}} continue
      if {$across} {
        set from [$w xposition $i]
        set to [expr {$i < $last ? [$w xposition [expr {$i + 1}]] : $from}]
        if {$to <= $from} {
          set font [option $w -font]; if {$font eq ""} { set font TkMenuFont }
          set to [expr {$from + [font measure $font [$w entrycget $i -label]] + 16}]
        }
        set box [list [expr {$x + $from}] $y [expr {$to - $from}] $high]
      } else {
        set from [$w yposition $i]
        set to [expr {$i < $last ? [$w yposition [expr {$i + 1}]] : $high}]
        set box [list $x [expr {$y + $from}] $wide [expr {$to - $from}]]
      }
      set flags {}
      if {[$w entrycget $i -state] eq "disabled"} { lappend flags disabled }
      if {[$w entrycget $i -state] eq "active"} { lappend flags selected }
      if {$type in {checkbutton radiobutton}} {
        set value ""
        catch { set value [set ::[string trimleft [$w entrycget $i -variable] :]] }
        set wanted [expr {$type eq "checkbutton" ? "-onvalue" : "-value"}]
        if {$value eq [$w entrycget $i $wanted]} { lappend flags checked }
      }
      say $w [expr {$across ? "MenuBarEntry" : "MenuEntry"}] {*}$box [$w entrycget $i -label] $flags
    }
  }
  proc rows {w x y parent depth} {
    variable row
    foreach item [$w children $parent] {
      set shown 0
      set flags [expr {$item in [$w selection] ? "selected" : ""}]
      set column 0
      foreach name [concat #0 [$w cget -columns]] {
        if {![catch {$w bbox $item $name} box] && [llength $box] == 4} {
          set text [expr {$name eq "#0" ? [$w item $item -text] : [$w set $item $name]}]
          lassign $box left top wide high
          if {$text ne ""} {
            say $w Cell [expr {$x + $left}] [expr {$y + $top}] $wide $high $text $flags $row $column
          }
          set shown 1
        }
        incr column
      }
      if {$shown} { incr row }
      if {[$w item $item -open]} { rows $w $x $y $item [expr {$depth + 1}] }
    }
  }
  proc headings {w x y} {
    set first [lindex [$w children {}] 0]
    if {$first eq ""} return
    set column 0
    foreach name [concat #0 [$w cget -columns]] {
      if {![catch {$w bbox $first $name} box] && [llength $box] == 4} {
        lassign $box left top wide high
        set text [$w heading $name -text]
        if {$text ne "" && $top > 4} {
          say $w Heading [expr {$x + $left}] $y $wide $top $text {} -1 $column
        }
      }
      incr column
    }
  }
  proc tabs {w x y} {
    set seen {}
    for {set at 0} {$at < [winfo width $w]} {incr at 3} {
      if {[catch {$w identify tab $at 10} tab] || $tab eq ""} continue
      if {![dict exists $seen $tab]} { dict set seen $tab [list $at $at] }
      dict set seen $tab [list [lindex [dict get $seen $tab] 0] $at]
    }
    set page [$w select]
    set high [expr {$page eq "" ? 24 : [winfo rooty $page] - $y}]
    dict for {tab span} $seen {
      lassign $span from to
      set flags [expr {$tab == [$w index current] ? "selected" : ""}]
      say $w Tab [expr {$x + $from}] $y [expr {$to - $from + 3}] $high [$w tab $tab -text] $flags
    }
  }
  proc list_rows {w x y} {
    set chosen [$w curselection]
    for {set i [$w nearest 0]} {$i >= 0 && $i < [$w size]} {incr i} {
      set box [$w bbox $i]
      if {[llength $box] != 4} break
      lassign $box left top wide high
      if {$top + $high > [winfo height $w]} break
      set flags [expr {$i in $chosen ? "selected" : ""}]
      set row [expr {$i - [$w nearest 0]}]
      set across [expr {[winfo width $w] - 2 * $left}]
      say $w Cell [expr {$x + $left}] [expr {$y + $top}] $across $high [$w get $i] $flags $row 0
    }
  }
  proc walk {w} {
    variable whole
    if {![winfo viewable $w]} return
    set class [winfo class $w]
    set x [winfo rootx $w]; set y [winfo rooty $w]
    set wide [winfo width $w]; set high [winfo height $w]
    set outer [expr {[info exists whole] ? $whole : ""}]
    set popup [expr {$class eq "Menu" && [$w cget -type] ne "menubar"}]
    if {$popup || ($class ne "Menu" && [winfo toplevel $w] eq $w)} {
      set whole [list $x $y $wide $high]
    }
    catch { one $w $class $x $y $wide $high }
    foreach child [winfo children $w] { walk $child }
    if {$outer ne ""} { set whole $outer }
  }
  proc one {w class x y wide high} {
    set flags [flags $w]
    switch -glob -- $class {
      Checkbutton - TCheckbutton - Radiobutton - TRadiobutton {
        if {[on $w $class]} { lappend flags checked }
        set natural [winfo reqwidth $w]
        set box [list $x $y [expr {$natural < $wide ? $natural : $wide}] $high]
        say $w $class {*}$box [option $w -text] $flags
      }
      Button - TButton - Menubutton - TMenubutton - Label - TLabel - Message {
        set text [option $w -text]
        if {[option $w -textvariable] ne ""} { catch { set text [set ::[option $w -textvariable]] } }
        if {[option $w -image] ne "" && [option $w -compound] in {"" none}} { set text "" }
        if {[option $w -indicatoron] eq "1"} { lappend flags combo }
        say $w $class $x $y $wide $high $text $flags
      }
      Entry - TEntry - Spinbox - TSpinbox - TCombobox {
        set text [$w get]
        if {[option $w -show] ne ""} { set text "" }
        if {[option $w -state] eq "readonly"} { lappend flags readonly }
        say $w $class $x $y $wide $high $text $flags
      }
      Text { say $w $class $x $y $wide $high [string range [$w get 1.0 end-1c] 0 400] $flags }
      Scale - TScale - Scrollbar - TScrollbar { say $w $class $x $y $wide $high "" $flags }
      Menu { entries $w $x $y }
      Listbox { list_rows $w $x $y }
      Treeview { variable row 0; headings $w $x $y; rows $w $x $y {} 0 }
      TNotebook { tabs $w $x $y }
    }
  }
  walk .
  return [join $found \n]
}
}
fconfigure stdout -encoding utf-8
foreach name [winfo interps] {
  if {$name eq [tk appname]} continue
  if {![catch {send -- $name $walk} said] && $said ne ""} { puts $said }
}
exit
