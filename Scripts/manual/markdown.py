"""Markdown as the body of a page: cmark-gfm converts it; anchors, links and sessions are added here."""

import html
import posixpath
import re
import subprocess

from manual import sessions
from manual.pages import ROOT

CODE_BLOCK = re.compile(r'<pre><code(?: class="language-([^"]*)")?(?: data-meta="([^"]*)")?>(.*?)</code></pre>\n?',
                        re.DOTALL)
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
# The folders of the repository whose files pages name.
REPOSITORY = re.compile(r"(?:Documentation|Datasets|Sources|Examples|Benchmarks|Scripts|Tests)(?:/[\w.+-]*)*")


def convert(text):
    """The HTML of a Markdown text."""
    command = ["cmark-gfm", "--to", "html", "--full-info-string", "-e", "table", "-e", "strikethrough"]
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        raise SystemExit("error: the program 'cmark-gfm', which converts Markdown, is not installed\n"
                         "  hint: Scripts/setup manual installs it") from None


def code(text, label="Code"):
    """A block of code that can be reached and scrolled by keys; a single line is wrapped instead."""
    kind = "code line" if text.count("\n") < 2 else "code"
    return (f'<div class="{kind}" role="group" tabindex="0" aria-label="{label}"><pre><code>'
            f"{html.escape(text)}</code></pre></div>\n")


def block(match):
    """What is shown for a block that cmark-gfm has converted."""
    info = " ".join(part for part in (match[1] or "", html.unescape(match[2] or "")) if part)
    text = html.unescape(match[3])
    return sessions.block(info, text, convert) or code(text)


def plain(fragment):
    """The words of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]*>", "", fragment))


def slug(words, taken):
    """An anchor for a heading, the same that GitHub makes; `taken` counts those of the page."""
    base = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-") or "part"
    count = taken.get(base, 0)
    taken[base] = count + 1
    return f"{base}-{count}" if count else base


def relative(page, target):
    """The link from one page of the manual to another."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


class Converter:
    """Makes the bodies of pages, which link to one another."""

    def __init__(self, pages, commands):
        self.pages = {page.source: page for page in pages if page.source}
        self.commands = commands
        self.failures = []
        self.folders = {"Documentation/Lessons": "Lessons.html", "Documentation/Questions": "Questions.html",
                        "Sources": "Modules.html", "Datasets": "Datasets.html"}

    def body(self, page):
        held = []

        def hold(match):
            held.append(block(match))
            return f"<!--block {len(held) - 1}-->"

        text = CODE_BLOCK.sub(hold, convert(page.text))
        text = self.with_anchors(page, text)
        text = self.with_links(page, text)
        text = re.sub(r"<table>.*?</table>", r'<div class="scrolled" role="group" tabindex="0" aria-label="Table">\g<0></div>',
                      text, flags=re.DOTALL)
        text = text.replace("<th></th>", "<td></td>")
        text = re.sub(r"<blockquote>\s*<p>Hint: (.*?)</p>\s*</blockquote>",
                      r'<details class="folded"><summary>A hint</summary><p>\1</p></details>', text, flags=re.DOTALL)
        return re.sub(r"<!--block (\d+)-->", lambda match: held[int(match[1])], text)

    def with_anchors(self, page, text):
        taken = {}

        def anchored(match):
            level, words = int(match[1]), plain(match[2])
            anchor = slug(words, taken)
            page.headings.append((level, anchor, words))
            link = (f'<a class="anchor" href="#{anchor}" aria-label="Link to this part">#</a>' if level > 1 else "")
            return f'<h{level} id="{anchor}">{match[2]}{link}</h{level}>'

        return HEADING.sub(anchored, text)

    def with_links(self, page, text):
        text = re.sub(r'href="([^"]*)"', lambda match: f'href="{self.link(page, match[1])}"', text)
        # Links stay as they are; the names of pages, folders and commands elsewhere become some.
        parts = re.split(r"(<a .*?</a>|<h\d.*?</h\d>)", text, flags=re.DOTALL)
        for index in range(0, len(parts), 2):
            parts[index] = re.sub(r"<code>([^<]*)</code>", lambda match: self.named(page, match), parts[index])
        return "".join(parts)

    def link(self, page, address):
        """Where a link of a page leads in the manual."""
        if re.match(r"[a-z]+:|#", address):
            return address
        path, _, anchor = address.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path))
        if source not in self.pages:
            self.failures.append(f"{page.source}: the link '{address}' leads to no page of the manual")
            return address
        return relative(page.target, self.pages[source].target) + ("#" + anchor if anchor else "")

    def named(self, page, match):
        name = html.unescape(match[1])
        if page.source == "Documentation/Commands.md" and name in self.commands:
            return f'<a href="#{name}">{match[0]}</a>'
        if page.source == "ARCHITECTURE.md" and f"Sources/{name}/README.md" in self.pages:
            return self.linked(page, self.pages[f"Sources/{name}/README.md"].target, match)
        if not REPOSITORY.fullmatch(name) and name not in self.pages:
            return match[0]
        path = name.rstrip("/")
        if path in self.pages:
            return self.linked(page, self.pages[path].target, match)
        if f"{path}/README.md" in self.pages:
            return self.linked(page, self.pages[f"{path}/README.md"].target, match)
        if path in self.folders:
            return self.linked(page, self.folders[path], match)
        self.see_that_exists(page, path)
        return match[0]

    def see_that_exists(self, page, path):
        # Examples of what could be added, and what a change log remembers, need not be there.
        if "NAME" in path or page.source == "CHANGELOG.md" or (ROOT / path).exists():
            return
        beside = ROOT / posixpath.dirname(page.source) / path
        if not beside.exists():
            self.failures.append(f"{page.source}: there is no '{path}', which the page names")

    def linked(self, page, target, match):
        return match[0] if target == page.target else f'<a href="{relative(page.target, target)}">{match[0]}</a>'
