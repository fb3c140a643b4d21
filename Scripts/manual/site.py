"""The frame around the body of each page: navigation, search, and what browsers may do with it."""

import html
import json
import re

from manual.markdown import plain, relative
from manual.pages import CHAPTERS, FOLDED

# Nothing but the manual's own script and style; 'file:' is what 'self' means where pages are opened from a folder.
POLICY = ("default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; "
          "base-uri 'none'; form-action 'none'")

FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{description}">
<title>{title}</title>
<link rel="stylesheet" href="{root}manual.css">
<script defer src="{root}manual.js"></script>
</head>
<body data-root="{root}">
<a class="skip" href="#manual-text">Skip to the text</a>
<header>
<a class="home" href="{root}index.html">Shelf</a>
<div class="search" role="search" hidden>
<input type="search" id="manual-query" placeholder="Search" aria-label="Search the manual"
 aria-controls="manual-results" autocomplete="off" spellcheck="false">
<div id="manual-results" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</div>
<a class="to-menu" href="#manual-menu">Contents</a>
</header>
<div class="columns">
<main id="manual-text" tabindex="-1">
{body}{turning}</main>
{contents}<nav id="manual-menu" aria-label="Manual">
{menu}</nav>
</div>
<footer>{version}. Every session in this manual is a test of the program.</footer>
</body>
</html>
"""


def framed(page, pages, version):
    root = "../" * page.target.count("/")
    description = plain(re.search(r"<p>(.*?)</p>", page.html, re.DOTALL)[1]) if "<p>" in page.html else page.title
    return FRAME.format(
        policy=POLICY, root=root, body=page.html, turning=turning(page, pages), contents=contents(page),
        menu=menu(page, pages), version=html.escape(version),
        title=html.escape("Shelf" if page.title == "Shelf" else f"{page.title} · Shelf"),
        description=html.escape(" ".join(description.split())[:160]))


def entry(page, other):
    current = ' aria-current="page"' if other.target == page.target else ""
    return f'<li><a href="{relative(page.target, other.target)}"{current}>{html.escape(menu_title(other))}</a></li>\n'


def menu_title(page):
    return "Shelf at a glance" if page.target == "index.html" else page.title.removeprefix("Questions: ")


def menu(page, pages):
    """All chapters; a folded one shows its pages only around those."""
    parts = []
    for chapter, _ in CHAPTERS:
        members = [other for other in pages if other.chapter == chapter]
        if chapter in FOLDED and page.chapter != chapter:
            members = members[:1]
        if members:
            entries = "".join(entry(page, other) for other in members)
            parts.append(f"<h2>{chapter}</h2>\n<ul>\n{entries}</ul>\n")
    return "".join(parts)


def contents(page):
    """The parts of a page, where it has several."""
    parts = [(level, anchor, words) for level, anchor, words in page.headings if level in (2, 3)]
    if sum(level == 2 for level, _, _ in parts) < 2:
        return ""
    entries = "".join(f'<li class="level-{level}"><a href="#{anchor}">{html.escape(words)}</a></li>\n'
                      for level, anchor, words in parts)
    return f'<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n{entries}</ul>\n</nav>\n'


def turning(page, pages):
    """Links to the pages before and after this one."""
    place = pages.index(page)
    parts = []
    for word, sign, other in (("prev", "← {}", place - 1), ("next", "{} →", place + 1)):
        if 0 <= other < len(pages):
            words = sign.format(html.escape(menu_title(pages[other])))
            parts.append(f'<a rel="{word}" href="{relative(page.target, pages[other].target)}">{words}</a>')
    return f'<nav class="turning" aria-label="Neighbouring pages">{"".join(parts)}</nav>\n'


def overview(page, members, notes):
    """The body of a page that lists the pages of a chapter."""
    items = []
    for other in members:
        note, link = notes.get(other.source, ("", ""))
        words = note or first_sentence(other)
        if words.strip(".").lower() == other.title.lower():
            words = first_sentence(other)
        play = f' <a class="play" href="{link}">play it</a>' if link else ""
        items.append(f'<li><a href="{relative(page.target, other.target)}">{html.escape(other.title)}</a>'
                     f"<p>{html.escape(words)}{play}</p></li>\n")
    return f'<ul class="overview">\n{"".join(items)}</ul>\n'


def first_sentence(page):
    paragraph = re.search(r"<p>(.*?)</p>", page.html, re.DOTALL)
    words = " ".join(plain(paragraph[1]).split()) if paragraph else ""
    return re.split(r"(?<=[.:])\s", words)[0]


def search_index(pages):
    """A line for each part of each page: where it is, what it is called, and its words without what programs print."""
    lines = []
    for page in pages:
        body = re.sub(r'<div class="terminal.*?</div>',
                      lambda match: " ".join(re.findall(r'<span class="input">(.*?)</span>\n', match[0], re.DOTALL)),
                      page.html, flags=re.DOTALL)
        body = re.sub(r'<a class="anchor".*?</a>', "", body)
        parts = re.split(r'(?=<h[1-6] id=")', body)
        for part in parts:
            heading = re.match(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', part, re.DOTALL)
            rest = part[heading.end():] if heading else part
            words = " ".join(plain(re.sub(r"</(?:li|p|td|th|pre|div|summary|h\d)>", " ", rest)).split())
            if heading or words:
                lines.append(json.dumps([page.target, page.title, plain(heading[2]) if heading else "",
                                         heading[1] if heading else "", words], ensure_ascii=False))
    return "window.manualParts = [\n" + ",\n".join(lines) + "\n];\n"
