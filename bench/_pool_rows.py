"""Rows of the README's table of sessions: what a pool of them is worth, what the browser does
alone."""

from __future__ import annotations

from typing import Any


def pool_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """What a pool is worth; the pages take long and may not have been played."""
    pages: list[tuple[str, str]] = []
    if "pages_faster" in found:
        pages.append(
            (
                "63 open pages, three tries, by who knows how: one by one / four at once,"
                f" load {found['pages_1_load']:.0f} / {found['pages_4_load']:.0f}",
                f"{found['pages_1_s']:.0f} / {found['pages_4_s']:.0f} s,"
                f" {found['pages_faster']:.1f}x; {found['pages_1_done']:.0f} /"
                f" {found['pages_4_done']:.0f} of {found['pages_tries']:.0f} done",
            )
        )
    return [
        *pages,
        (
            "steps a second, whole desktop path, scripted player: one session / four,"
            f" {found['steps_load']:.0f} processes wanting a core",
            f"{found['steps_a_second_1']:.1f} / {found['steps_a_second_4']:.1f}",
        ),
        (
            "a pool's killed session replaced, and in use",
            f"{found['replaced_s']:.1f} s",
        ),
        (
            "two nodes of a Ray cluster, one killed: the next try / its session in use again"
            f" elsewhere, {found['cluster_load']:.0f} processes wanting a core",
            f"{found['cluster_goes_on_s']:.0f} / {found['cluster_replaced_s']:.0f} s;"
            f" {found['cluster_repeated']:.0f} try repeated, none lost or counted twice",
        ),
    ]


def browser_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """What the browser does alone; nothing where it was not measured."""
    if "input_load" not in found:
        return []
    return [
        (
            "clicks and pictures of a page a second, alone: one page / two / four,"
            f" {found['input_load']:.0f} processes wanting a core",
            " / ".join(f"{found[f'input_a_second_{count}']:.0f}" for count in (1, 2, 4)),
        ),
        (
            "pages held for ten seconds that changed; the slowest clock at eight times its pace;"
            " same seed and input, same outcome",
            f"{found['held_changed']:.0f} of {found['held_pages']:.0f}; {found['rate_least']:.1f}x;"
            f" {found['same_again']:.0f} of {found['same_tries']:.0f}",
        ),
    ]
