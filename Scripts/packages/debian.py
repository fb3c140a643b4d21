"""The package for Debian and its kin, made by dpkg-deb from a folder."""

import email.utils
import os
import re
import subprocess
import tempfile
from pathlib import Path

from packages.archives import compressed, settle, write
from packages.contents import ROOT, install, output
from packages.parts import INSIDE

CONTROL = """Package: shelf
Version: {version}
Section: utils
Priority: optional
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: libpq5
Suggests: chafa
Description: shell for tables of tables
 Shelf opens JSON, CSV, XML, YAML, property lists, SQLite and PostgreSQL
 databases and more as sections, rows and items, scrolls, filters and sorts
 them from a prompt, from scripts or on the whole screen, and prints the
 viewport together with what a recycling table view did underneath.
 .
 PostgreSQL servers are reached where libpq5 is installed.
"""

CHANGELOG = """shelf ({version}) unstable; urgency=medium

  * Version {upstream}; /usr/share/doc/shelf/changelog.gz says what changed.

 -- {maintainer}  {date}
"""

COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Shelf

Files: *
Copyright: 2026 The Shelf authors
License: Expat

Files: usr/bin/shelf
Comment: The program holds {names}.
Copyright: 2026 The Shelf authors
{holders}License: Expat and Apache-2.0-with-Swift-exception and Unicode-3.0

License: Expat
{expat}
License: Apache-2.0-with-Swift-exception
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0. As an exception, parts of this
 software that are embedded into a binary by compiling may be redistributed
 without the conditions of its sections 4(a), 4(b) and 4(d).

License: Unicode-3.0
 The text is at https://www.unicode.org/license.txt
"""

# What lintian reports and is meant to be so.
OVERRIDES = """# The package is for its users and was not sent to the distribution, where a first upload closes a request.
shelf: initial-upload-closes-no-bugs
# Yams, a package for Swift, brings its own copy, which Debian's could not replace.
shelf: embedded-library libyaml [usr/bin/shelf]
"""
WITHOUT_ADDRESS = """# Who made this package gave no address; DEBFULLNAME and DEBEMAIL name one.
shelf: bogus-mail-host
shelf: bogus-mail-host-in-debian-changelog
"""


def maintainer():
    """Who makes the package, as Debian's own tools are told."""
    return f"{os.environ.get('DEBFULLNAME', 'The Shelf authors')} <{os.environ.get('DEBEMAIL', 'shelf@localhost')}>"


def build(folder, program, manual, upstream, epoch):
    """Writes the package into a folder; its path."""
    version = f"{upstream}-1"
    architecture = output(["dpkg", "--print-architecture"], text=True).strip()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "root"
        install(program, root / "usr", manual, zsh="vendor-completions")
        documents = root / "usr/share/doc/shelf"
        date = email.utils.formatdate(epoch)
        write(documents / "changelog.Debian.gz", compressed(
            CHANGELOG.format(version=version, upstream=upstream, maintainer=maintainer(), date=date)))
        write(documents / "changelog.gz", compressed((ROOT / "CHANGELOG.md").read_bytes()))
        write(documents / "copyright", copyright_text())
        write(root / "usr/share/lintian/overrides/shelf",
              OVERRIDES + ("" if "DEBEMAIL" in os.environ else WITHOUT_ADDRESS))
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        sums = "".join(
            f"{output(['md5sum', path], text=True).split()[0]}  {path.relative_to(root).as_posix()}\n"
            for path in sorted(root.rglob("*")) if path.is_file())
        write(root / "DEBIAN/md5sums", sums)
        write(root / "DEBIAN/control", CONTROL.format(
            version=version, architecture=architecture, maintainer=maintainer(), size=size,
            depends=libraries(root / "usr/bin/shelf")))
        settle(root, epoch)
        target = folder / f"shelf_{version}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z4", "--build", root, target], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
    return target


def libraries(program):
    """The packages of the libraries that the program is linked with, with the versions that it needs at least."""
    with tempfile.TemporaryDirectory() as scratch:
        write(Path(scratch) / "debian/control", "Source: shelf\n\nPackage: shelf\nArchitecture: any\n")
        told = output(["dpkg-shlibdeps", "-O", program], cwd=scratch, text=True)
    return re.sub(r"^shlibs:Depends=", "", told.strip())


def copyright_text():
    """The licences of the program and of what is linked into it, in the form that Debian asks for."""
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    return COPYRIGHT.format(
        names=", ".join(part.name for part in INSIDE),
        holders="".join(f"           {part.holder}\n" for part in INSIDE),
        expat=indented(licence[licence.index("Permission is"):]))


def indented(text):
    return "".join(f" {line}\n" if line.strip() else " .\n" for line in text.strip().splitlines())
