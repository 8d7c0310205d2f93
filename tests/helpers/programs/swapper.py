"""Puts another window over a button again and again; counts where the clicks arrive.

Usage: swapper.py SECONDS_LEAST SECONDS_MOST same|other. Prints a line when the button is shown,
starts at a line on standard input, ends at the end of it, and prints the counts.
"""

import json
import random
import select
import sys
import time

from Xlib import X
from Xlib.display import Display

PLACE = (200, 150, 200, 150)


def main() -> None:
    least, most, colour = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    display = Display()
    screen = display.screen()

    def window(pixel: int):  # type: ignore[no-untyped-def]
        return screen.root.create_window(
            *PLACE,
            0,
            screen.root_depth,
            override_redirect=1,
            background_pixel=pixel,
            event_mask=X.ButtonPressMask | X.ExposureMask,
        )

    button, cover = window(0x00C000), window(0x00C000 if colour == "same" else 0xC00000)
    button.map()
    while display.next_event().type != X.Expose:
        pass
    display.sync()
    print("shown", flush=True)
    sys.stdin.readline()
    arrived = {button.id: 0, cover.id: 0}
    chance = random.Random(3)
    over = False
    while not select.select([sys.stdin], [], [], 0)[0]:
        if over:
            cover.unmap()
        else:
            cover.map()
            cover.configure(stack_mode=X.Above)
        over = not over
        display.flush()
        until = time.perf_counter() + chance.uniform(least, most)
        while (left := until - time.perf_counter()) > 0:
            count(display, arrived)
            select.select([display.fileno()], [], [], min(0.0005, left))
    time.sleep(0.2)
    count(display, arrived)
    print(json.dumps({"button": arrived[button.id], "cover": arrived[cover.id]}), flush=True)


def count(display: Display, arrived: dict[int, int]) -> None:
    while display.pending_events():
        event = display.next_event()
        if event.type == X.ButtonPress:
            arrived[event.window.id] += 1


main()
