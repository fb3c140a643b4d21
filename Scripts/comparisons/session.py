"""The program as other scripts ask it: with a file open, reading commands from a pipe."""

import statistics
import subprocess
import threading
import time


class Session:
    """The program with the records open, reading commands from a pipe."""

    # An unknown command is answered on standard error at once: everything before it is done then.
    MARK = "end-of-question"

    def __init__(self, program, file, processor=None):
        pinned = ["taskset", "-c", str(processor)] if processor is not None else []
        self.process = subprocess.Popen(
            [*pinned, program, "-X", "--keep-going"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1)
        self.lines = []
        threading.Thread(target=self.collect, daemon=True).start()
        self.run([f'open "{file}"'])

    def collect(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def run(self, commands):
        """Seconds that commands take."""
        begin = time.perf_counter()
        self.process.stdin.write("\n".join(commands + [self.MARK]) + "\n")
        while True:
            line = self.process.stderr.readline()
            if not line:
                raise SystemExit("error: shelf ended early")
            if "error:" in line:
                if self.MARK not in line:
                    raise SystemExit(line.strip())
                return time.perf_counter() - begin

    def repeated(self, command, runs, repetitions):
        """Seconds that a command takes, the middle one of some runs of several of it."""
        return statistics.median(
            self.run([command] * repetitions) / repetitions for _ in range(runs))
