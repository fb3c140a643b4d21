"""Archives and folders that are the same bytes whenever they are made of the same files."""

import gzip
import hashlib
import io
import os
import pathlib
import shutil
import tarfile


def copy(source, target, mode=0o644):
    """Copies a file or a folder; files get a mode, folders the usual one."""
    source, target = pathlib.Path(source), pathlib.Path(target)
    if source.is_dir():
        for path in sorted(source.rglob("*")):
            if path.is_file():
                copy(path, target / path.relative_to(source), mode)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def write(target, data, mode=0o644):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if isinstance(data, bytes) else data.encode())
    target.chmod(mode)


def compressed(data):
    """Bytes as gzip packs them best, without a name and a time."""
    return gzip.compress(data if isinstance(data, bytes) else data.encode(), 9, mtime=0)


def settle(folder, epoch):
    """Gives all folders one mode, and everything one time: archivers write both down."""
    for path in [folder, *sorted(folder.rglob("*"))]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (epoch, epoch))


def tar(folder, target, epoch):
    """Packs a folder under its own name, in the order of names, owned by the superuser."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            entry = archive.gettarinfo(path, path.relative_to(folder.parent).as_posix())
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            if entry.isfile():
                with open(path, "rb") as file:
                    archive.addfile(entry, file)
            else:
                archive.addfile(entry)
    target.write_bytes(compressed(packed.getvalue()))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()
