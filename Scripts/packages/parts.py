"""What the programs are made of beside our own code, for copyright files and bills of materials."""

import json
import pathlib
import shutil
from dataclasses import dataclass

from packages.contents import ROOT, output


@dataclass(frozen=True)
class Part:
    name: str
    licence: str  # as SPDX calls it
    holder: str
    debian: str = ""  # as Debian's copyright files call it
    package: str = ""  # of Debian, where its version is found
    pin: str = ""  # in Package.resolved, where its version is found


# Linked into every program.
INSIDE = (
    Part("Swift's standard library and Foundation", "Apache-2.0 WITH Swift-exception",
         "Apple Inc. and the Swift project authors", "Apache-2.0-with-Swift-exception"),
    Part("ICU", "Unicode-3.0", "2016-2024 Unicode, Inc.", "Unicode-3.0"),
    Part("swift-argument-parser", "Apache-2.0 WITH Swift-exception", "Apple Inc. and the Swift project authors",
         "Apache-2.0-with-Swift-exception", pin="swift-argument-parser"),
    Part("Yams and LibYAML", "MIT", "2016 JP Simard; 2006-2016 Kirill Simonov; 2017-2019 Ingy döt Net", "Expat",
         pin="yams"),
)
# Linked into the static program; of the system where the program is linked with shared libraries.
LIBRARIES = (
    Part("glibc", "LGPL-2.1-or-later", "Free Software Foundation, Inc.", package="libc6"),
    Part("libedit", "BSD-3-Clause", "The Regents of the University of California; The NetBSD Foundation, Inc.",
         package="libedit2"),
    Part("ncurses", "X11-distribute-modifications-variant", "Free Software Foundation, Inc.; Thomas E. Dickey",
         package="libtinfo6"),
    Part("libbsd", "BSD-3-Clause", "The libbsd authors", package="libbsd0"),
    Part("SQLite", "blessing", "NONE", package="libsqlite3-0"),
    Part("zlib", "Zlib", "Jean-loup Gailly and Mark Adler", package="zlib1g"),
    Part("liblzma", "NOASSERTION", "Lasse Collin and others", package="liblzma5"),
    Part("bzip2", "bzip2-1.0.6", "Julian Seward", package="libbz2-1.0"),
    Part("zstd", "BSD-3-Clause", "Meta Platforms, Inc. and affiliates", package="libzstd1"),
    Part("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "Free Software Foundation, Inc.", package="libstdc++6"),
)


def pins():
    """The versions of Swift packages that the build used."""
    path = ROOT / "Package.resolved"
    if not path.exists():
        return {}
    resolved = json.loads(path.read_text(encoding="utf-8"))
    return {pin["identity"]: pin["state"].get("version", "") for pin in resolved["pins"]}


def version(part, swift):
    """The version of a part, empty where this machine does not know it."""
    if part.pin:
        return pins().get(part.pin, "")
    if part.package:
        return output(["dpkg-query", "-W", "-f", "${Version}", part.package], text=True)
    return swift


def licences():
    """The texts that have to go with the static program, by what they are about."""
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    found = {"swift": toolchain / "share/swift/LICENSE.txt"}
    for path in sorted(ROOT.glob(".build*/checkouts/*/LICENSE*")):
        found.setdefault(path.parent.name.lower(), path)
    for part in LIBRARIES:
        found[part.package] = pathlib.Path("/usr/share/doc") / part.package / "copyright"
    wanted = ["swift", *(part.pin for part in INSIDE if part.pin), *(part.package for part in LIBRARIES)]
    missing = [name for name in wanted if name not in found or not found[name].is_file()]
    if missing:
        raise SystemExit(f"error: the licences of {', '.join(missing)} are not on this machine\n"
                         "  hint: build the program here, and install its libraries with their documentation")
    return {name: found[name].read_text(encoding="utf-8") for name in wanted}
