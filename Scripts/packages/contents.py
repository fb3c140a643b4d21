"""What is installed beside the program, wherever that is: '/usr' of a system or the folder of an archive."""

import hashlib
import pathlib
import struct
import subprocess

from packages.archives import compressed, copy, write

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Where the completion script of each shell lies, as the shells look for them.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/shelf",
    "zsh": "share/zsh/{zsh}/_shelf",
    "fish": "share/fish/vendor_completions.d/shelf.fish",
}


# Terminals that the static program describes where the system does not.
TERMINALS = ("alacritty", "foot", "linux", "rxvt-unicode-256color", "screen", "screen-256color", "screen.xterm-256color",
             "tmux", "tmux-256color", "vt100", "vt220", "xterm", "xterm-256color", "xterm-kitty")


def terminals(folder):
    """Copies the descriptions of terminals that this system has; programs find them by the first letter."""
    for name in TERMINALS:
        for place in ("/lib/terminfo", "/usr/share/terminfo", "/etc/terminfo"):
            path = pathlib.Path(place, name[0], name)
            if path.is_file():
                copy(path, folder / name[0] / name)
                break


def output(command, **options):
    return subprocess.run(command, capture_output=True, check=True, **options).stdout


def install(program, prefix, manual, zsh="site-functions", installed=None):
    """Puts the program and all that belongs to it below a prefix. `zsh` is the folder that its completions go to,
    which distributions call otherwise than others do. `installed` is the same program for another processor, which
    this machine can't ask."""
    copy(installed or program, prefix / "bin/shelf", 0o755)
    # The one of LLVM, which comes with Swift, knows all processors.
    strip = "strip" if installed in (None, program) else "llvm-objcopy"
    subprocess.run([strip, "--strip-all", "--remove-section=.comment", "--remove-section=.note", prefix / "bin/shelf"],
                   check=True)
    settle_hashes(prefix / "bin/shelf")
    write(prefix / "share/man/man1/shelf.1.gz", compressed(output([program, "manual"])))
    for shell, path in COMPLETIONS.items():
        write(prefix / path.format(zsh=zsh), output([program, "completions", shell]))
    copy(ROOT / "Datasets", prefix / "share/shelf/Datasets")
    copy(ROOT / "Documentation/Lessons", prefix / "share/shelf/Documentation/Lessons")
    if manual is not None:
        copy(manual, prefix / "share/doc/shelf/manual")


def settle_hashes(program):
    """Makes two builds of the same code the same bytes.

    The compiler keeps a hash of each file that it has compiled in a section that nothing reads when the program runs;
    it comes out otherwise in every build, and so does the number of the build, which is made of it. The hashes go, and the
    number is that of all the rest.
    """
    data = bytearray(program.read_bytes())
    found = sections(data)
    number = found.get(".note.gnu.build-id")
    for place in (found.get(".swift_modhash"), number and slice(number.stop - 20, number.stop)):
        if place:
            data[place] = bytes(place.stop - place.start)
    if number:
        data[number.stop - 20:number.stop] = hashlib.sha1(data).digest()
    program.write_bytes(data)


def sections(data):
    """Where the sections of a program for 64 bits lie in its file, by their names."""
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, start + size * index) for index in range(count)]
    texts = headers[names][4]
    return {data[texts + header[0]:data.index(0, texts + header[0])].decode(): slice(header[4], header[4] + header[5])
            for header in headers if header[1] != 8}
