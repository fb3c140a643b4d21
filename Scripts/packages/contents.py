"""What is installed beside the program, wherever that is: '/usr' of a system or the folder of an archive."""

import pathlib
import subprocess

from packages.archives import compressed, copy, write

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Where the completion script of each shell lies, as the shells look for them.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/shelf",
    "zsh": "share/zsh/{zsh}/_shelf",
    "fish": "share/fish/vendor_completions.d/shelf.fish",
}


def output(command, **options):
    return subprocess.run(command, capture_output=True, check=True, **options).stdout


def install(program, prefix, manual, zsh="site-functions"):
    """Puts the program and all that belongs to it below a prefix. `zsh` is the folder that its completions go to,
    which distributions call otherwise than others do."""
    copy(program, prefix / "bin/shelf", 0o755)
    subprocess.run(["strip", "--strip-all", "--remove-section=.comment", "--remove-section=.note", prefix / "bin/shelf"],
                   check=True)
    write(prefix / "share/man/man1/shelf.1.gz", compressed(output([program, "manual"])))
    for shell, path in COMPLETIONS.items():
        write(prefix / path.format(zsh=zsh), output([program, "completions", shell]))
    copy(ROOT / "Datasets", prefix / "share/shelf/Datasets")
    copy(ROOT / "Documentation/Lessons", prefix / "share/shelf/Documentation/Lessons")
    if manual is not None:
        copy(manual, prefix / "share/doc/shelf/manual")
