"""The public interface of the library as a page, from what the compiler knows about it."""

import glob
import html
import json
import platform
import re
import subprocess
import tempfile
from pathlib import Path

from manual import markdown
from manual.pages import ROOT, Page

MODULE = "ShelfTesting"


def symbols():
    """The public symbols of the module in the order of its source."""
    maps = [argument for pattern in ("Sources/C*/module.modulemap", ".build/debug/*.build/module.modulemap",
                                     ".build/checkouts/*/Sources/*/include/module.modulemap")
            for path in sorted(glob.glob(str(ROOT / pattern))) for argument in ("-Xcc", f"-fmodule-map-file={path}")]
    with tempfile.TemporaryDirectory() as folder:
        command = ["swift", "symbolgraph-extract", "-module-name", MODULE, "-target", target(),
                   "-I", str(ROOT / ".build/debug/Modules"), *maps, "-minimum-access-level", "public",
                   "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            return None
        if done.returncode != 0:
            return None
        graph = json.loads((Path(folder) / f"{MODULE}.symbols.json").read_text(encoding="utf-8"))
    return sorted((symbol for symbol in graph["symbols"] if "location" in symbol), key=place)


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


def page():
    """The page of the interface; None where the module has not been built."""
    found = symbols()
    if not found:
        return None
    made = Page("", "API.html", f"{MODULE}: the interface", "", "Reference")
    parts = [f"<h1 id=\"{MODULE.lower()}\">{MODULE}: the interface</h1>\n",
             "<p>What is public in the library for tests, from its documentation comments; all of it is a promise. "
             '<a href="Modules/ShelfTesting.html">ShelfTesting</a> says where to begin.</p>\n']
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
