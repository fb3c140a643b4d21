"""The public interface of the library as a page, and as DocC, from what the compiler knows about it."""

import glob
import html
import json
import os
import platform
import re
import subprocess
import tempfile
from pathlib import Path

from manual import markdown
from manual.pages import ROOT, Page

MODULE = "ShelfTesting"
DOCC = "docc"
DOCC_START = f"{DOCC}/documentation/{MODULE.lower()}/index.html"


def extract(folder):
    """Writes what the compiler knows about the module into a folder; false where it has not been built."""
    maps = [argument for pattern in ("Sources/C*/module.modulemap", ".build/debug/*.build/module.modulemap",
                                     ".build/checkouts/*/Sources/*/include/module.modulemap")
            for path in sorted(glob.glob(str(ROOT / pattern))) for argument in ("-Xcc", f"-fmodule-map-file={path}")]
    command = ["swift", "symbolgraph-extract", "-module-name", MODULE, "-target", target(),
               "-I", str(ROOT / ".build/debug/Modules"), *maps, "-minimum-access-level", "public",
               "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def symbols():
    """The public symbols of the module in the order of its source."""
    with tempfile.TemporaryDirectory() as folder:
        if not extract(folder):
            return None
        graph = json.loads((Path(folder) / f"{MODULE}.symbols.json").read_text(encoding="utf-8"))
    return sorted((symbol for symbol in graph["symbols"] if "location" in symbol), key=place)


def write_docc(folder, path):
    """Writes the interface as DocC, whose pages know the path of the manual on its server."""
    with tempfile.TemporaryDirectory() as graphs:
        if not extract(graphs):
            raise SystemExit(f"error: {MODULE} has not been built\n  hint: swift build --build-tests")
        command = ["docc", "convert", "--additional-symbol-graph-dir", graphs, "--fallback-display-name", MODULE,
                   "--fallback-bundle-identifier", MODULE, "--transform-for-static-hosting",
                   "--hosting-base-path", f"{path.strip('/')}/{DOCC}".lstrip("/"), "--output-path", folder / DOCC]
        # Printed for people, members are in one order, and the same sources make the same bytes.
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              env=os.environ | {"DOCC_JSON_PRETTYPRINT": "YES"})
        if done.returncode != 0:
            raise SystemExit(f"error: docc failed\n{done.stderr}")


def target():
    system = "apple-macosx15" if platform.system() == "Darwin" else "unknown-linux-gnu"
    return f"{platform.machine()}-{system}"


def place(symbol):
    location = symbol["location"]
    position = location["position"]
    return (Path(location["uri"]).name, position["line"], position["character"])


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    return wrapped(re.sub(r"^((?:@\w+ )+)", lambda match: match[1].strip().replace(" ", "\n") + "\n", text))


def wrapped(text):
    """A long declaration with a parameter a line."""
    if len(text.split("\n")[-1]) <= 90:
        return text
    parts, depth, start = [], 0, text.index("(") + 1
    for index in range(start, len(text)):
        character = text[index]
        depth += (character in "([<") - (character in ")]" or character == ">" and text[index - 1] != "-")
        if depth < 0:
            parts.append(text[start:index])
            return text[:text.index("(") + 1] + "\n  " + ",\n  ".join(part.strip() for part in parts) + "\n" + text[index:]
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return text


def comment(symbol):
    """The documentation comment as Markdown, its list of parameters as a heading and a list."""
    text = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    return re.sub(r"^- (Parameters|Parameter|Returns|Throws)\b:?", r"- **\1**", text, flags=re.MULTILINE)


def page(with_docc):
    """The page of the interface; None where the module has not been built."""
    found = symbols()
    if not found:
        return None
    made = Page("", "API.html", f"{MODULE}: the interface", "", "Reference")
    parts = [f"<h1 id=\"{MODULE.lower()}\">{MODULE}: the interface</h1>\n",
             "<p>What is public in the library for tests, from its documentation comments; all of it is a promise. "
             '<a href="Modules/ShelfTesting.html">ShelfTesting</a> says where to begin.</p>\n']
    if with_docc:
        parts.append(f'<p>The same <a href="{DOCC_START}">as DocC</a>, for browsers that run scripts.</p>\n')
    made.headings.append((1, MODULE.lower(), made.title))
    taken = {}
    for symbol in found:
        names = symbol["pathComponents"]
        words = ".".join(re.sub(r"\(.*", "", name) for name in names)
        level = min(len(names) + 1, 4)
        anchor = markdown.slug(words.replace(".", " "), taken)
        made.headings.append((level, anchor, words))
        parts.append(
            f'<h{level} id="{anchor}"><code>{html.escape(words)}</code>'
            f'<a class="anchor" href="#{anchor}" aria-label="Link to this part">#</a></h{level}>\n'
            + markdown.code(declaration(symbol) + "\n", "Declaration")
            + markdown.CODE_BLOCK.sub(markdown.block, markdown.convert(comment(symbol))))
    made.html = "".join(parts)
    return made
