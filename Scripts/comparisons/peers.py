"""What the scripts that compare Shelf with other programs share: places, tools and measuring."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"shelf-benchmarks-{os.getuid()}"


def add_program_option(parser):
    parser.add_argument(
        "--program", type=pathlib.Path, default=ROOT / ".build" / "release" / "shelf",
        help="the program to compare; .build/release/shelf without it")


def require_program(path):
    """Ends the script where the program is not there."""
    if not os.access(path, os.X_OK):
        raise SystemExit(f"error: there is no program '{path}'\n"
                         "  hint: build it first: swift build -c release --product shelf")


def scratch_folder():
    """The folder for what is generated, which is kept between runs."""
    SCRATCH.mkdir(mode=0o700, parents=True, exist_ok=True)
    if SCRATCH.lstat().st_uid != os.getuid():
        raise SystemExit(f"error: '{SCRATCH}' belongs to somebody else")
    return SCRATCH


def scratch_file(name):
    return scratch_folder() / name


@dataclass
class Measurement:
    """What one run of a program took and said."""

    wall: float  # seconds from before its start to after its end
    processor: float  # seconds of all its threads, user and system
    peak: int  # the largest resident set, in KiB, mapped files included
    status: int
    output: bytes
    errors: bytes


def measure(command):
    """Runs a program to its end, without any configuration of the user."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output,
            stderr=errors, env=environment())
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        # Said here because nobody else may wait for the process once more.
        process.returncode = os.waitstatus_to_exitcode(status)
        return Measurement(
            wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, process.returncode,
            contents(output), contents(errors))


def contents(file):
    file.seek(0)
    return file.read()


def environment():
    """The variables of every measured program."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    home = str(scratch_file("home"))
    return {"HOME": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "dumb", **kept}


def first_line(command):
    """What a program says first, of its version for example; empty where it can't say it."""
    try:
        told = measure(command)
    except OSError:
        return ""
    lines = (told.output + told.errors).decode(errors="replace").splitlines()
    return lines[0].strip() if told.status == 0 and lines else ""


def simdjson_program():
    """The program that asks simdjson, compiled on first use; None where it can't be."""
    source = pathlib.Path(__file__).with_name("simdjson-peer.cpp")
    flags = library_flags("simdjson")
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if flags is None or compiler is None:
        return None
    program = scratch_file("simdjson-peer")
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        print("compiling simdjson-peer", file=sys.stderr)
        subprocess.run(
            [compiler, "-std=c++17", "-O3", "-o", program, source, *flags], check=True)
    return program


def library_flags(name):
    """How to compile with a library; None where pkg-config does not know it."""
    if shutil.which("pkg-config") is None:
        return None
    told = subprocess.run(
        ["pkg-config", "--cflags", "--libs", name], capture_output=True, text=True)
    return shlex.split(told.stdout) if told.returncode == 0 else None
