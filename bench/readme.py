"""Writes the measured tables of README.md from the JSON files in bench/results.

    python bench/readme.py [--json OUT]

`--json` writes the tables as a list, too, each in Markdown.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from _pool_rows import browser_rows, pool_rows

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
BEGIN, END = "<!-- figures:begin -->", "<!-- figures:end -->"


def read(name: str) -> dict[str, Any]:
    """One script's figures. A missing file is an error: no table is written from memory."""
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text("utf-8"))
    return found


def table(heading: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [f"| {heading[0]} | {heading[1]} |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows)])


def step() -> str:
    found = read("step")
    return table(
        ("one step, model left out (`bench/step.py`)", "median"),
        [
            ("look at a settled screen", f"{found['observe_ms']:.0f} ms"),
            ("gate's review", f"{found['review_ms']:.2f} ms"),
            ("act and see what changed", f"{found['execute_ms']:.0f} ms"),
            ("of these, the program's own reaction", f"{found['reaction_ms']:.0f} ms"),
            ("overhead of a step", f"{found['overhead_ms']:.0f} ms"),
            ("`import uitars_runtime`", f"{found['import_uitars_runtime_ms']:.1f} ms"),
            (
                "private desktop and program, from nothing",
                f"{found['start_desktop_and_program_ms'] / 1000:.1f} s",
            ),
            (
                "a program that opens, with all of the machine / behind the wall",
                f"{found['start_open_ms']:.0f} / {found['start_walled_ms']:.0f} ms",
            ),
        ],
    )


def model() -> str:
    found = read("model")
    return table(
        ("the embedded model (`bench/model.py`)", "figure"),
        [
            (
                "weights: decoder / all, text reader included",
                f"{found['decoder_mb']:.1f} / {found['weights_mb']:.0f} MB",
            ),
            ("loading, libraries included", f"{found['load_ms'] / 1e3:.2f} s"),
            ("first step, loading included", f"{found['load_and_first_step_ms'] / 1000:.1f} s"),
            (
                "a step: new screen / small change / unchanged",
                f"{found['first_look_ms'] / 1000:.2f} / {found['later_look_ms'] / 1000:.2f} /"
                f" {found['unchanged_screen_ms'] / 1000:.2f} s",
            ),
            ("peak memory of the process", f"{found['peak_memory_mb']:.0f} MB"),
        ],
    )


def apps() -> str:
    found = read("apps")
    rows = [
        (tag or "all", f"{right} of {tried}") for tag, (right, tried) in found["by_tag"].items()
    ]
    rows.append(
        ("seconds a step, start of the program included", f"{found['seconds_per_step']:.1f}")
    )
    failed = [item["name"] for item in found["results"] if not item["success"]]
    rows.append(("failed", ", ".join(failed) or "none"))
    return table(
        (
            "tasks on real programs that were looked at in development (`bench/apps.py`)",
            "verified by state",
        ),
        rows,
    )


def safety() -> str:
    return table(
        ("safety drills (`bench/safety.py`): what must not happen, or must", "missed of tried"),
        [(f"{row['title']}: {row['bar']}", _outcome(row)) for row in read("safety").values()],
    )


def _outcome(row: dict[str, Any]) -> str:
    if "allowed" in row:
        return f"{row['allowed']} of {row['tried']} ran"
    return f"{row['failed']} of {row['tried']:,}"


def share(found: list[int]) -> str:
    right, tried = found
    return f"{right} of {tried}"


def percent(found: dict[str, Any], name: str) -> str:
    low, high = found["interval"]
    return f"{100 * found[name]:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def exam() -> str:
    found = read("exam")
    screens, tasks, pages = found["screens"], found["apps"], found["miniwob"]
    matching = screens["baseline"]
    rows = [
        (
            f"single steps on pictures of programs never seen, {screens['n']}",
            f"{percent(screens, 'accuracy')}; string matching {percent(matching, 'accuracy')}",
        ),
        *(
            (f"of these: {tag}", f"{share(of)}; string matching {share(matching['by_tag'][tag])}")
            for tag, of in screens["by_tag"].items()
        ),
        *with_tree(found, "screens", "accuracy"),
        said(),
        (
            f"tasks on live programs, most never seen, judged by state, {tasks['n']}",
            percent(tasks, "success_rate"),
        ),
        *((f"of these: {tag} goals", share(tasks["by_tag"][tag])) for tag in ("1-3", "4+")),
        *with_tree(found, "apps", "success_rate"),
        *others(tasks, "the same tasks"),
        (
            f"open MiniWoB++ pages, which training may see, {pages['episodes']} tries",
            percent(pages, "success_rate"),
        ),
        *others(pages, "the same pages"),
    ]
    return table(("the embedded model's exam (`make exam`)", "right, with 95 % intervals"), rows)


def said() -> tuple[str, str]:
    """What people ask for in their own words; its failures are not kept here."""
    found = read("instructions")
    score, matching = found["score"], found["matching"]
    return (
        f"first steps asked for in people's own words, programs and authors held out, {score['n']}",
        f"{percent(score, 'accuracy')}; string matching {percent(matching, 'accuracy')}",
    )


def with_tree(found: dict[str, Any], part: str, name: str) -> list[tuple[str, str]]:
    """The row with the accessibility tree, where it was measured."""
    with_it = found.get(f"{part}_with_accessibility")
    return [("the same with the accessibility tree", percent(with_it, name))] if with_it else []


def others(found: dict[str, Any], what: str) -> list[tuple[str, str]]:
    """Those who played beside the model."""
    known = {
        "random": "random clicks",
        "matching": "string matching",
        "oracle": "an oracle that knows the way",
    }
    rows = found.get("baselines", {})
    return [
        (f"{what}: {words}", percent(rows[name], "success_rate"))
        for name, words in known.items()
        if name in rows
    ]


def w4a8() -> str:
    found = read("w4a8")
    return table(
        ("4-bit weights, 8-bit activations against 32 bits (`bench/w4a8.py`)", "figure"),
        [
            ("right steps lost", f"{found['quality_drop_points']:.1f} points"),
            ("decoding", f"{found['decode_ratio']:.1f}x"),
            ("the decoder's part of a step", f"{found['step_ratio']:.1f}x"),
            ("size", f"{found['weights_mb']:.1f} MB of {found['weights_32bit_mb']:.1f}"),
        ],
    )


def engines() -> str:
    found = read("engines")
    rows = [
        (
            f"llama.cpp, {name.upper()} over {base.upper()}: read / write / a whole step",
            " / ".join(
                f"{found[f'llama_{name}_over_{base}_{part}']:.2f}x"
                for part in ("prefill", "decode", "step")
            ),
        )
        for name in ("q4_0", "q4_k_s", "q4_k_m")
        for base in ("f16", "bf16")
        if f"llama_{name}_over_{base}_step" in found
    ]
    rows += [
        (
            f"onnxruntime, W4A8{words} over 32 bits: read / write / a whole step",
            " / ".join(
                f"{found[f'onnx_{name}_over_fp32_{part}']:.2f}x"
                for part in ("prefill", "decode", "step")
            ),
        )
        for name, words in (("w4a8", ""), ("w4a8_blocks_of_128", " in blocks of 128"))
        if f"onnx_{name}_over_fp32_step" in found
    ]
    rows += [
        (
            "second step with the same beginning, share of the first's reading",
            f"{100 * found['llama_q4_0_second_step_share']:.0f} %",
        ),
    ]
    return table(("engines, one thread, processor time (`bench/engines.py`)", "ratio"), rows)


def everyday() -> str:
    found, starts, sums = read("everyday"), read("starts"), read("sums")
    edits, forms = (round(100 * read(name)["success_rate"]) for name in ("edits", "forms"))
    low, high = found["interval"]
    claimed, done = found["claimed_of_done"]
    return table(
        (
            f"{found['n']} everyday tasks in natural words (`make everyday`, `make starts`)",
            "figure",
        ),
        [
            ("done", f"{found['right']}, {100 * low:.0f} to {100 * high:.0f} %"),
            (
                "runs that ended as finished with what was seen as evidence, of these not done",
                f"{found['claims']}, {found['false_claims']}",
            ),
            ("runs that ended as finished but unchecked", f"{found['finished'] - found['claims']}"),
            ("of those that finished and were done, with evidence", f"{claimed} of {done}"),
            *(
                (f"the same tasks: {name}", f"{row['right']} of {row['n']}")
                for name, row in found["baselines"].items()
            ),
            (
                "programs opened by name or purpose (“open the image viewer and …”)",
                f"{starts['opened']} of {starts['n']}",
            ),
            (
                "sums in people's words on five calculators (`make sums`; their wordings were seen"
                " in development)",
                f"{round(sums['success_rate'] * sums['n'])} of {sums['n']}",
            ),
            ("changes of an open text in people's words (`make edits`)", f"{edits} %"),
            ("forms filled as people ask for it (`make forms`)", f"{forms} %"),
        ],
    )


def endings() -> str:
    found = read("endings")
    ours = found["by_tag"]
    rows = [("all", found), *((name, ours[name]) for name in ("tune", "held"))]
    told = {
        "all": "runs played right and wrong by given steps, own wordings",
        "tune": "of these: settings, on which thresholds were chosen",
        "held": "of these: settings kept apart from that",
    }
    return table(
        (
            f"endings (`make endings`), {found['played']} runs and wordings",
            "right ends seen; false claims",
        ),
        [
            (
                told[name],
                f"{row['claims'] - row['false_claims']} of {row['done']}; {row['false_claims']}",
            )
            for name, row in rows
        ],
    )


def sandbox() -> str:
    found = read("sandbox")
    return table(
        ("sessions: desktops that live on (`bench/sandbox.py`)", "median"),
        [
            ("desktop and program, from nothing", f"{found['start_s']:.1f} s"),
            ("the same from a pool that has one ready", f"{1000 * found['lease_warm_s']:.1f} ms"),
            ("made anew after its run was killed", f"{found['lost_lease_s']:.1f} s"),
            ("made anew after its guard was killed", f"{found['crashed_s']:.1f} s"),
            (
                "look, type a word and leave: in a session / on a desktop of its own",
                f"{found['run_on_session_s']:.1f} / {found['run_on_fresh_sandbox_s']:.1f} s",
            ),
            (
                "checkpoint of 200 MB in 5,000 files: kept / kept again / checked / restored",
                f"{found['checkpoint_save_s']:.1f} / {found['checkpoint_save_again_s']:.1f}"
                f" / {found['checkpoint_check_s']:.1f} / {found['checkpoint_restore_s']:.1f} s",
            ),
            (
                "memory of an idle session, what is shared by its share (all of it): desktop /"
                " with Chromium",
                f"{found['memory_desktop_mb']:.0f} ({found['memory_desktop_alone_mb']:.0f}) /"
                f" {found['memory_chromium_mb']:.0f}"
                f" ({found['memory_chromium_alone_mb']:.0f}) MB",
            ),
            (
                "processes that wanted one of the two cores meanwhile",
                f"{found['load']:.0f}",
            ),
            *pool_rows(found),
            *browser_rows(found),
        ],
    )


def window() -> str:
    found = read("app")
    return table(
        ("the window (`bench/app.py`)", "figure"),
        [
            ("from the start to the shown window, warm", f"{found['start_s']:.2f} s"),
            ("a frame while a list of 10,000 steps scrolls", f"{found['frame_ms']:.1f} ms"),
            ("one more step while a run goes on", f"{found['append_ms']:.0f} ms"),
        ],
    )


def memory() -> str:
    found = read("memory")

    def run(name: str) -> str:
        done, steps = found[f"{name}_success"], found[f"{name}_steps"]
        return f"{100 * done:.0f} %, {steps:.1f} steps"

    return table(
        ("20 tasks, done twice by a script that reads the prompt (`bench/memory.py`)", "done"),
        [
            ("first time", run("tasks_first")),
            ("again, with memory, after 100 other runs", run("tasks_second")),
            ("again, without memory", run("tasks_second_without_memory")),
            (
                f"precision at 5 of {found['recall_queries']:.0f} labelled queries",
                f"{100 * found['recall_precision_at_5']:.0f} %",
            ),
            (
                f"recall among {found['recall_on_disk_episodes']:,.0f} episodes on disk, p95",
                f"{found['recall_p95_ms']:.1f} ms",
            ),
            (
                "dialogs that ask for what only an earlier run knows, embedded model,"
                " with and without memory",
                f"{100 * found['nano_success_with_memory']:.0f} % and"
                f" {100 * found['nano_success_without_memory']:.0f} %",
            ),
        ],
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    parts = (
        exam(),
        everyday(),
        endings(),
        apps(),
        model(),
        w4a8(),
        safety(),
        memory(),
        engines(),
        window(),
        step(),
        sandbox(),
    )
    tables = "\n\n".join(parts)
    if arguments.json:
        arguments.json.write_text(json.dumps(parts, indent=1) + "\n", "utf-8")
    readme.write_text(f"{head}{BEGIN}\n\n{tables}\n\n{END}{tail}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
