"""A way of writing, tried with faults: what is there afterwards, and what was said."""

import collections
import errno
import os
import pathlib
import re
import subprocess
import sys

from faults.writing import LEFT_AS_IT_WAS

ERRORS = {
    "openat": ["EACCES", "ENOSPC", "EMFILE", "EIO", "EROFS", "EDQUOT", "EINTR", "EOPNOTSUPP"],
    "mkdir": ["EACCES", "ENOSPC", "EROFS"],
    "read": ["EIO", "EINTR"],
    "write": ["ENOSPC", "EIO", "EDQUOT", "EFBIG", "EINTR", "EAGAIN"],
    "pwrite64": ["ENOSPC", "EIO", "EDQUOT", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fdatasync": ["EIO", "ENOSPC"],
    "flock": ["ENOLCK", "EINTR"],
    "lseek": ["EIO"],
    "fchmod": ["EPERM", "EIO"],
    "ftruncate": ["EIO", "EPERM"],
    "linkat": ["EPERM", "ENOSPC", "EIO", "ENOENT", "EDQUOT"],
    "rename": ["EACCES", "ENOSPC", "EIO", "EDQUOT"],
    "unlink": ["EIO", "EACCES"],
    # One that fails closes nevertheless, which strace cannot do.
    "close": [],
}
# After these signals the program goes on as if nothing had come.
HARMLESS = ("SIGWINCH", "SIGPIPE", "SIGXFSZ")
SIGNALS = ["SIGKILL", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", *HARMLESS]


# A call that is made more often, as reading is, fails at its beginning, at its end and now and then between.
MOST = 60


def some(numbers):
    step = max(1, len(numbers) // 10)
    return numbers if len(numbers) <= MOST else sorted({*numbers[:10], *numbers[::step], *numbers[-10:]})


# The dynamic linker says the number of an error only; and where a disk has less room than is left to others, that is said.
OTHER_WORDS = ("error while loading shared libraries", "--limit SIZE lets it take more")


class Trial:
    """One way, in a folder of its own, with what it writes when nothing fails."""

    def __init__(self, way, program, folder):
        self.way, self.program, self.folder = way, program, folder
        way.prepare(folder)
        self.before = self.listing()
        status, text = way.run([program], folder)
        self.new = self.content()
        if status != 0 or self.new in (None, way.old()):
            sys.exit(f"error: '{way.name}' does not write when nothing fails (status {status}):\n{text}")
        self.after = self.listing()

    def content(self):
        target = self.folder / self.way.target
        return target.read_bytes() if target.exists() else None

    def listing(self):
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}

    # What there is to fail.

    def calls(self):
        """The numbers of each call that a thread makes at most, from the first one that has to do with the way's files."""
        log = self.folder.with_suffix(".trace")
        self.way.prepare(self.folder)
        self.way.run(["strace", "-f", "-qq", "-o", log, "-e", "trace=" + ",".join(ERRORS), self.program], self.folder)
        counts, skipped = collections.Counter(), None
        for line in log.read_text(errors="replace").splitlines():
            found = re.match(r"(\d+) +(\w+)\(", line)
            if not found:
                continue
            if skipped is None and self.is_about(line):
                skipped = dict(counts)
            counts[found[1], found[2]] += 1
        log.unlink()
        main = next(iter(counts))[0]
        numbers = collections.defaultdict(set)
        for (thread, call), count in counts.items():
            first = (skipped or {}).get((thread, call), 0) if thread == main else 0
            numbers[call].update(range(first + 1, count + 1))
        return numbers

    def is_about(self, line):
        names = [f'"{name}"' for name in [*self.way.files, self.way.target]]
        return str(self.folder) in line or any(name in line for name in names)

    def faults(self):
        for call, numbers in sorted(self.calls().items()):
            for number in some(sorted(numbers)):
                for what in [*ERRORS[call], *SIGNALS]:
                    yield call, number, what

    # Failing.

    def fail(self, call, number, what):
        """Runs with a fault of one call; what is wrong afterwards, in words."""
        kind = "signal" if what in SIGNALS else "error"
        command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
                   "-e", f"inject={call}:{kind}={what}:when={number}"]
        return self.run(command, reason=what, leaves=call == "unlink")

    def run(self, command=(), reason=None, leaves=False, **how):
        self.way.prepare(self.folder)
        return self.verdict([*command, self.program], reason, leaves, **how)

    def verdict(self, command, reason, leaves=False, **how):
        try:
            status, text = self.way.run(command, self.folder, **how)
        except subprocess.TimeoutExpired:
            return ["does not end"]
        return list(self.wrongs(reason, status, text, leaves))

    def wrongs(self, reason, status, text, leaves):
        now = self.content()
        is_new, is_old = now == self.new, now == self.way.old()
        is_part = self.way.grows and now is not None and self.is_part(now)
        if not (is_new or is_old or is_part):
            yield "the file is gone" if now is None else f"half a file of {len(now)} bytes: {now[-80:]!r}"
        if is_new and self.way.old() and (self.folder / self.way.target).stat().st_mode & 0o077:
            yield "others may use the new file, but not the old one"
        left = self.listing() - self.before - self.after
        if LEFT_AS_IT_WAS not in text and self.way.typed and reason != "SIGKILL":
            yield f"leaves the terminal in another state: {text[-200:]!r}"
        if reason in ("SIGKILL", "SIGQUIT"):
            yield from (f"leaves '{name}'" for name in left if not self.is_whole(name))
        elif left and not leaves:
            yield f"leaves {left}"
        if reason in SIGNALS and reason not in HARMLESS:
            if status == 0 and not is_new and not self.way.warns:
                yield f"status 0 after {reason}, but the file is not written: {text.strip()[-200:]!r}"
        elif reason in ("EINTR", *HARMLESS):
            if not is_new or status != 0:
                yield f"does not survive {reason} (status {status}): {text.strip()[-200:]!r}"
        elif not (is_new or is_part and self.way.is_shortened):
            yield from self.missing_words(os.strerror(getattr(errno, reason)), status, text)

    def missing_words(self, reason, status, text):
        """What an error does not say."""
        is_said = reason.lower() in text.lower() or any(words in text for words in OTHER_WORDS)
        if status == 0 and not (self.way.warns and is_said):
            yield f"status 0, but the file is not written: {text.strip()[-300:]!r}"
        elif not is_said:
            yield f"does not say '{reason}' (status {status}): {text.strip()[-300:]!r}"
        elif not self.is_named(text) and "shared libraries" not in text:
            yield f"does not name the file: {text.strip()[-300:]!r}"

    def is_part(self, now):
        """A file that grows holds what it held, or the end of it where it has become too long, and whole lines."""
        kept = self.new
        while not self.way.old().endswith(kept):
            kept = kept[:kept.rfind(b"\n", 0, -1) + 1]
        return now.endswith(b"\n") and now.startswith((self.way.old(), kept))

    def is_named(self, text):
        names = [pathlib.PurePath(name).name for name in [*self.way.files, self.way.target]]
        return any(name in text for name in [*names, *self.way.arguments, "standard input", "the results", str(self.folder)])

    def is_whole(self, name):
        """What a killed program leaves is named so that people know it, and holds all."""
        file = self.folder / name
        return re.fullmatch(r"\.shelf-\d+", file.name) and (
            file.read_bytes() == self.new or self.way.grows and self.is_part(file.read_bytes()))
