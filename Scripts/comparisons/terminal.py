"""A program on a terminal of its own, which is read as a person would wait for it."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from comparisons.peers import environment


class Terminal:
    """A program that fills a screen; what it writes is counted and kept."""

    def __init__(self, command, columns=120, lines=40):
        self.begin = time.perf_counter()
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            variables = environment() | {"TERM": "xterm-256color"}
            os.execvpe(str(command[0]), [str(part) for part in command], variables)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.text = b""
        self.last = self.begin

    def read(self, seconds):
        """Reads what comes within a time; False where nothing does."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        self.text += part
        self.last = time.perf_counter()
        return bool(part)

    def settle(self, quiet):
        """Reads until nothing comes for so many seconds."""
        while self.read(quiet):
            pass

    def wait(self, words, seconds=60):
        """Reads until words have come, each of some bytes; seconds since the last key or the start."""
        end = time.perf_counter() + seconds
        while not all(word in self.text for word in words):
            if time.perf_counter() > end:
                raise SystemExit(f"error: {words} did not come, but\n{self.text[-2000:]!r}")
            self.read(0.05)
        return self.last - self.begin

    def press(self, keys):
        """Types keys; what comes from now on is their answer."""
        self.text = b""
        self.begin = self.last = time.perf_counter()
        os.write(self.descriptor, keys)

    def answer(self, keys, quiet=0.012):
        """Seconds from typing keys to the last byte of what they change, and how many bytes that is."""
        self.press(keys)
        while self.read(0.5 if not self.text else quiet):
            pass
        return self.last - self.begin, len(self.text)

    def memory(self):
        """The largest resident set so far, in KiB, mapped files included; and the part that is no file."""
        with open(f"/proc/{self.process}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
        return [int(fields[name].split()[0]) for name in ("VmHWM", "RssAnon")]

    def processor(self):
        """Seconds of all its threads, user and system."""
        with open(f"/proc/{self.process}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.process, number)
            except ProcessLookupError:
                break
            for _ in range(50):
                self.read(0.02)
                if os.waitpid(self.process, os.WNOHANG)[0]:
                    os.close(self.descriptor)
                    return
        os.close(self.descriptor)
