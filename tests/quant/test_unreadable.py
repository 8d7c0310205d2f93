"""What may not be read is one sentence, as whoever is no root sees it."""

import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from uitars_quant.cli import main

_UNBOUND = ("dac_override", "dac_read_search")
"""What lets root read everything."""


def without_rights(*given: str | Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from uitars_quant.cli import main; sys.exit(main(sys.argv[1:]))"
    lost = ",".join(f"-{one}" for one in _UNBOUND)
    bound = ["setpriv", f"--bounding-set={lost}", f"--inh-caps={lost}"] * (os.geteuid() == 0)
    if bound and subprocess.run([*bound, "true"], check=False).returncode:
        pytest.skip("this machine keeps root's rights")
    command = [*bound, sys.executable, "-c", code, *map(str, given)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors.index.json"])
def test_a_file_of_the_source_is_named_before_the_work(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    folder, out = tmp_path / "source", tmp_path / "out"
    shutil.copytree(folders["llama"], folder)
    (folder / name).chmod(0)
    done = without_rights(folder, "-o", out)
    assert done.returncode == 2
    assert done.stderr == f"{folder / name} cannot be read (Permission denied).\n"
    assert not out.exists()


def test_a_file_of_the_calibration_is_named(folders: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("Press Save.")
    (tmp_path / "text.txt").chmod(0)
    done = without_rights(folders["llama"], "-o", tmp_path / "out", "--calibration", tmp_path)
    assert done.returncode == 2
    assert f"{tmp_path} cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["out", "out.gguf"])
def test_what_lies_where_the_result_goes_is_taken_for_somebody_else_s(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / name
    assert main([str(folders["llama"]), "-o", str(out)]) == 0
    file = out / "model.safetensors" if out.is_dir() else out
    file.chmod(0)
    done = without_rights(folders["llama"], "-o", out)
    assert done.returncode == 2
    assert done.stderr.startswith(str(file))
    assert done.stderr.endswith("Remove it, or give another -o.\n")


def test_a_picture_of_more_pixels_than_can_be_read_is_named(
    folders: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    size = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    parts = (b"IHDR", size), (b"IDAT", zlib.compress(b"\0")), (b"IEND", b"")
    picture = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)
    (tmp_path / "large.png").write_bytes(picture)
    (tmp_path / "large.txt").write_text("Press Save.")
    given = [str(folders["qwen3_vl"]), "-o", str(tmp_path / "out"), "--calibration", str(tmp_path)]
    assert main(given) == 2
    assert f"{tmp_path / 'large.png'} is no picture" in capsys.readouterr().err
