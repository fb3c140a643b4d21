"""Disks that are full and limits of the system: how each of them is set, and what has to be said."""

import resource
import subprocess

PAGE = 4096
DISK = 64 << 20
MEBIBYTE = 1 << 20


def limited(kind, value):
    """What a child does before it becomes the program."""
    return lambda: resource.setrlimit(kind, (value, value))


def try_limits(trial, step):
    """Each limit, and what is wrong with it."""
    for count in range(3, 20, step):
        wrong = trial.run(reason="EMFILE", limits=limited(resource.RLIMIT_NOFILE, count))
        yield f"{count} descriptors", wrong
    for size in sorted({0, 1, PAGE, len(trial.new) // 2, len(trial.new) - 1}):
        yield f"files of {size} bytes", trial.run(reason="EFBIG", limits=limited(resource.RLIMIT_FSIZE, size))
    for size in (40, 60, 80, 100, 150, 250, 400, 1000)[::step]:
        wrong = trial.run(reason="SIGQUIT", limits=limited(resource.RLIMIT_AS, size * MEBIBYTE))
        yield f"{size} MiB of addresses", wrong
    # As if nothing were the matter.
    yield "256 KiB of stack", trial.run(reason="EINTR", limits=limited(resource.RLIMIT_STACK, 256 << 10))


def try_full_disk(trial):
    """Runs on a disk with room for nothing, a page, half of the file, and all but a page."""
    whole = (len(trial.new) + PAGE - 1) // PAGE * PAGE
    for room in sorted({0, PAGE, whole // 2 // PAGE * PAGE, whole - PAGE}):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", trial.folder], check=True)
        try:
            trial.way.fill(trial.folder)
            filler = trial.folder / "filler"
            fill(filler, room)
            wrong = trial.verdict([trial.program], "ENOSPC")
            if room == 0 and not trial.way.grows and trial.content() == trial.new:
                wrong.append("a full disk has room")
        finally:
            subprocess.run(["umount", trial.folder], check=True)
        yield f"a disk with {room} bytes left", [words for words in wrong if "filler" not in words]


def fill(filler, room):
    """Writes a file that leaves so much room on its disk."""
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(PAGE))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - room))
