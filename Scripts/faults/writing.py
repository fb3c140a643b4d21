"""The ways on which the program writes a file, each with what stood there before."""

import gzip
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import termios
import time
from dataclasses import dataclass, field

from comparisons.peers import ROOT

# What a file with records looks like in each format that can be saved.
DOCUMENTS = {
    "json": '{"trees": [{"name": "Ash", "height": 35}, {"name": "Yew", "height": 12}]}\n',
    "ndjson": '{"name": "Ash", "height": 35}\n{"name": "Yew", "height": 12}\n',
    "csv": "name,height\nAsh,35\nYew,12\n",
    "tsv": "name\theight\nAsh\t35\nYew\t12\n",
    "plist": '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><array><dict><key>name</key><string>Ash</string>'
             "</dict><dict><key>name</key><string>Yew</string></dict></array></plist>\n",
}
# What the program says to a terminal: the end of a prompt, and when it takes the whole screen and gives it back.
PROMPT, SCREEN_ON, SCREEN_OFF = b"\x1b]133;B", b"\x1b[?1049h", b"\x1b[?1049l"
# Stands behind what was printed where modes and screen of the terminal are as they were.
LEFT_AS_IT_WAS = "(the terminal is as it was)"
# A terminal on which nothing comes for so many seconds waits for keys.
QUIET = 0.3
OLD = b"what stood here before\n"
PAGE = "# A page\n\n```shelf\nshelf> echo one\ntwo\n```\n"
PROGRESS = '{"last": "cells", "lessons": {"cells": {"commands": {}, "isFinished": false, "step": 1}}, "version": 1}\n'
# More than a text from a pipe keeps in memory, so that the rest goes to a file without a name.
SPOOLED = 18 << 20


@dataclass
class Way:
    """One way of writing: the program's arguments, and the file that is written."""

    name: str
    arguments: list
    target: str
    # What lies in the folder before, by path.
    files: dict = field(default_factory=dict)
    input: bytes = b""
    # Typed on a terminal of its own; None where there is none.
    typed: bytes | None = None
    # Whether failing is said in a warning, and the program goes on.
    warns: bool = False
    # Whether lines are added to the target, each for itself.
    grows: bool = False
    # Whether what it did not manage to do, to become shorter, is done the next time.
    is_shortened: bool = False
    # Whether a run of it takes a second and more.
    is_long: bool = False

    def prepare(self, folder):
        """Makes the folder as it is before."""
        shutil.rmtree(folder, ignore_errors=True)
        self.fill(folder)

    def fill(self, folder):
        for path, content in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o600)
        folder.mkdir(exist_ok=True)

    def old(self):
        return self.files.get(self.target)

    def run(self, command, folder, limits=None, timeout=20):
        """Runs the program, which may stand behind others: its status, and what it printed."""
        variables = {
            "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "TMPDIR": str(folder), "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8", "TERM": "xterm" if self.typed else "dumb",
        }
        whole = [*map(str, command), *self.arguments]
        if self.typed:
            return typed(whole, folder, variables, self.typed, timeout)
        done = subprocess.run(
            whole, cwd=folder, env=variables, input=self.input, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=timeout, preexec_fn=limits)
        return done.returncode, done.stdout.decode(errors="replace")


def typed(command, folder, variables, keys, timeout):
    """Runs a program on a terminal, and types the next keys when a prompt is there, or nothing comes any longer; the last
    ones again where the program has not understood them."""
    asked, may_begin = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        # The terminal is looked at before the program can change it.
        os.read(asked, 1)
        os.chdir(folder)
        os.execvpe(command[0], command, variables)
    modes = termios.tcgetattr(terminal)
    os.write(may_begin, b"x")
    os.close(asked)
    os.close(may_begin)
    text, shown, keys = b"", 0, list(keys)
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        is_quiet = not select.select([terminal], [], [], QUIET)[0]
        try:
            part = b"" if is_quiet else os.read(terminal, 1 << 16)
            text += part
            if not is_quiet and not part:
                break
            if is_quiet or text.count(PROMPT) > shown:
                shown = text.count(PROMPT)
                os.write(terminal, keys.pop(0) if len(keys) > 1 else keys[0])
        except OSError:
            break
    else:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
        raise subprocess.TimeoutExpired(command, timeout)
    status = os.waitpid(process, 0)[1]
    is_restored = termios.tcgetattr(terminal) == modes and text.rfind(SCREEN_ON) <= text.rfind(SCREEN_OFF)
    os.close(terminal)
    plain = re.sub(rb"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x1b]*\x1b\\)", b"", text)
    words = plain.decode(errors="replace").split() + [LEFT_AS_IT_WAS] * is_restored
    return os.waitstatus_to_exitcode(status), " ".join(words)


def commands(*lines):
    return [word for line in lines for word in ("-c", line)]


def database(folder):
    """A small SQLite file, as bytes."""
    path = folder / "made.sqlite"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("create table trees (name text, height integer)")
    connection.executemany("insert into trees values (?, ?)", [(f"tree {n}", n) for n in range(3000)])
    connection.commit()
    connection.close()
    content = path.read_bytes()
    path.unlink()
    return content


def spooled():
    line = b'{"name": "a tree among many others, which stand beside one another", "height": 35}\n'
    return line * (SPOOLED // len(line))


def all_ways(folder):
    """Every way that the program writes on, in the order of their costs."""
    trees = {"trees.json": DOCUMENTS["json"].encode()}
    lists = {"trees.json": DOCUMENTS["json"].encode(), "out": OLD}
    ways = []
    for form, text in DOCUMENTS.items():
        name = f"trees.{form}"
        ways.append(Way(
            f"save {form}", ["-X", name, *commands("update 0.0 name=Elm", f"save {name} --force")], name, {name: text.encode()}))
    ways.append(Way("save anew", ["-X", "trees.json", *commands("update 0.0 name=Elm", "save new.json")], "new.json", trees))
    exports = ["json", "ndjson", "csv", "tsv", "plist", "text", "svg", "html", "session"]
    for form in exports:
        ways.append(Way(
            f"export {form}", ["-X", "trees.json", *commands("down", f"export out --format {form} --force")], "out", lists))
    others = {
        "copy": ["copy record --to out --force"],
        "record": ["record out --force", "down", "record off"],
        "record film": ["record out --html --force", "down", "record off"],
        "timeline": ["down", "trace --timeline out --force"],
        "comparison": ["compare uikit flashlist --html out --force"],
        "lesson new": ["lesson new out --force"],
    }
    for name, lines in others.items():
        ways.append(Way(name, ["-X", "trees.json", *commands(*lines)], "out", lists))
    ways.append(Way("test --update", ["test", "--update", "page.shelf.md"], "page.shelf.md", {"page.shelf.md": PAGE.encode()}))
    ways.append(Way(
        "progress", ["-X", "lesson", "asking"], "state/shelf/lessons.json",
        {"state/shelf/lessons.json": PROGRESS.encode()}, input=b"quit\n", warns=True))
    ways.append(Way(
        "damaged progress", ["-X", "lesson", "asking"], "state/shelf/lessons.json",
        {"state/shelf/lessons.json": b"{\n"}, input=b"quit\n", warns=True))
    history = "state/shelf/history"
    ways.append(Way(
        "history", ["-X"], history, {history: b"echo before\n"}, typed=(b"echo one\r", b"quit\r"), warns=True, grows=True))
    ways.append(Way(
        "long history", ["-X"], history, {history: b"".join(b"echo %d\n" % n for n in range(20_000))},
        typed=(b"quit\r",), warns=True, grows=True, is_shortened=True))
    ways.append(Way(
        "query", ["-X", "trees.sqlite", "--query", "select name || height as label from trees",
                  *commands("bottom", "export out --format csv --force")], "out", {"trees.sqlite": database(folder), "out": OLD}))
    ways.append(Way(
        "save large", ["-X", "trees.ndjson", *commands("update 0.0 name=Elm", "save trees.ndjson --force")], "trees.ndjson",
        {"trees.ndjson": DOCUMENTS["ndjson"].encode() * 20_000}))
    ways.append(Way(
        "screen", ["-X", "--browse", "trees.json"], "out", lists,
        typed=(b":export out --format csv --force\r", b"q", b"quit\r"), warns=True, is_long=True))
    text = spooled()
    end = ["count", "export out --format csv --force"]
    ways.append(Way("pipe", ["-X", "--format", "ndjson", "-", *commands(*end)], "out", {"out": OLD}, input=text, is_long=True))
    ways.append(Way(
        "compressed", ["-X", "trees.ndjson.gz", *commands(*end)], "out",
        {"trees.ndjson.gz": gzip.compress(text, 1, mtime=0), "out": OLD}, is_long=True))
    return ways
