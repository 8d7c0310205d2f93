"""A question on a display, answered by a click or by Return; a yes needs a person's own device.

Prints a JSON line once it is shown, and one for each answer: whether it was accepted. The rule is
the product's; the window is drawn with X alone so that nothing else takes part.
"""

import json
import sys
import time

from Xlib import XK, X
from Xlib.display import Display

from uitars_runtime.guard.physical import PhysicalPresses

ARMING_SECONDS = 0.7
RECENT_SECONDS = 2.0


def main() -> None:
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(
        100,
        100,
        200,
        100,
        0,
        screen.root_depth,
        override_redirect=1,
        background_pixel=screen.white_pixel,
        event_mask=X.ButtonPressMask | X.KeyPressMask | X.ExposureMask,
    )
    window.map()
    while display.next_event().type != X.Expose:
        pass
    window.set_input_focus(X.RevertToParent, X.CurrentTime)
    display.sync()
    presses = PhysicalPresses(display.get_display_name())
    shown = time.monotonic()
    say({"shown": True})
    shade = screen.white_pixel
    answers = {display.keysym_to_keycode(XK.XK_Return), display.keysym_to_keycode(XK.XK_y)}
    while True:
        event = display.next_event()
        clicked = event.type == X.ButtonPress
        if clicked or (event.type == X.KeyPress and event.detail in answers):
            armed = time.monotonic() - shown > ARMING_SECONDS
            # Something to see: the hands wait for an effect.
            shade = screen.white_pixel ^ shade ^ 0x808080
            window.change_attributes(background_pixel=shade)
            window.clear_area()
            say({"accepted": armed and presses.recent(RECENT_SECONDS), "armed": armed})


def say(value: dict[str, bool]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


main()
