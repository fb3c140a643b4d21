"""Which pages the manual has, in which order they stand, and where each of them lies."""

import pathlib
import posixpath
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The chapters of the manual. A page of Documentation that no chapter names comes last, so that a new one is
# never lost; names of Documentation are written without their folder and their endings.
CHAPTERS = (
    ("Begin", ("README.md", "Tour", "Browse", "Keys", "CommandLine", "Peers")),
    ("Lessons", ("Lessons/",)),
    ("Tables", ("Shapes", "Columns", "Levels", "Focus", "Filtering", "Derived", "Lookups", "Results", "Changing",
                "Differences")),
    ("Data", ("Arriving", "ManyFiles", "CSV", "XML", "Feeds", "TOML", "YAML", "Messages", "Lenient", "Servers",
              "Datasets/README.md")),
    ("Questions", ("Questions/",)),
    ("Table views", ("TableView", "Rules", "Cells", "CellPictures", "Pictures", "Scenarios/")),
    ("Reference", ("Commands", "Transcripts", "Performance", "Sources/ShelfTesting/README.md")),
    ("More", ()),
    ("Project", ("SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/README.md",
                 "Examples/SnapshotTests/README.md", "Examples/cluster/README.md")),
    ("Modules", ("Sources/",)),
)
# Chapters that are one entry in the navigation, whose pages are listed on a page of their own.
FOLDED = {
    "Lessons": "Short lessons that check themselves: `shelf lesson NAME` begins one of them.",
    "Questions": "Files in forms that everybody meets, and what their owners ask first.",
    "Modules": "The rooms of the program, each with what it is for, where to begin, and an example that a test runs.",
}


@dataclass
class Page:
    """A page of the manual: where its text comes from, and where it goes."""

    source: str  # the path below the repository; empty where the text is made
    target: str  # the path below the manual
    title: str
    text: str
    chapter: str = ""
    html: str = ""  # the body, once it has been made
    headings: list = field(default_factory=list)  # (level, anchor, words)


def target_of(source):
    """Where the page of a Markdown file lies: without 'Documentation', and with an ending that browsers know."""
    if source == "README.md":
        return "index.html"
    name = re.sub(r"(\.shelf)?\.md$", "", source.removeprefix("Documentation/"))
    folder, last = posixpath.split(name)
    if last == "README":
        name = "Modules/" + posixpath.basename(folder) if folder.startswith("Sources/") else folder.replace("/", "-")
    return name + ".html"


def split_front_matter(text):
    """The lines between '---' at the start of a page as a dictionary, and the rest."""
    match = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    if match is None:
        return {}, text
    pairs = (line.split(":", 1) for line in match[1].splitlines() if ":" in line and line[0] not in " #")
    return {key.strip(): value.strip().strip("\"'") for key, value in pairs}, text[match.end():]


def read_page(source, chapter):
    matter, text = split_front_matter((ROOT / source).read_text(encoding="utf-8"))
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    # A module is called as its folder is; other pages by what they say of themselves.
    title = matter.get("title") or (heading[1] if heading else posixpath.basename(source))
    return Page(source, target_of(source), title.replace("`", ""), text, chapter)


def sources_of(name, known):
    """The files that an entry of a chapter means."""
    if name.endswith("/"):
        return [path for path in known if re.search(rf"(^|/){re.escape(name)}", path)]
    endings = (name, f"Documentation/{name}.shelf.md", f"Documentation/{name}.md")
    return [path for path in endings if path in known]


def all_pages(lesson_order):
    """All pages that are written in Markdown, in the order of the chapters."""
    files = sorted(
        path for pattern in ("*.md", "Documentation/**/*.md", "Sources/*/README.md", "Datasets/README.md",
                             "Benchmarks/README.md", "Examples/*/README.md")
        for path in ROOT.glob(pattern))
    known = [path.relative_to(ROOT).as_posix() for path in files]
    known.sort(key=lambda path: lesson_rank(path, lesson_order))
    pages, placed = [], set()
    named = {path for _, names in CHAPTERS for name in names for path in sources_of(name, known)}
    for chapter, names in CHAPTERS:
        found = [path for name in names for path in sources_of(name, known)]
        if chapter == "More":
            found = [path for path in known if path.startswith("Documentation/") and path not in named]
        for path in found:
            if path not in placed:
                placed.add(path)
                pages.append(read_page(path, chapter))
    return pages


def lesson_rank(path, order):
    """Lessons stand in the order in which they are taught, other pages in that of their names."""
    match = re.fullmatch(r"Documentation/Lessons/(.+)\.shelf\.md", path)
    return order.index(match[1]) if match and match[1] in order else len(order)
