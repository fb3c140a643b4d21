"""Breaks each rule of the manual once, and sees that it is reported."""

import pathlib
import tempfile

from manual import checks, markdown, sessions
from manual.pages import Page

HEAD = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'

# What a page holds, and what is said about it; nothing where it is sound.
PAGES = (
    ('<h2 id="here">Here</h2><a href="#here">a</a><a href="other.html#there">b</a><a href="https://example.org">c</a>', None),
    ('<a href="missing.html">a</a>', "there is no file 'missing.html'"),
    ('<a href="#nowhere">a</a>', "names an anchor that is not there"),
    ('<a href="other.html#nowhere">a</a>', "names an anchor that is not there"),
    ('<a href="../outside.html">a</a>', "there is no file"),
    ('<a href="http://example.org">a</a>', "is not https"),
    ('<h2 id="one"></h2><h2 id="one"></h2>', "is there twice"),
    ('<p style="color: red">a</p>', "a style or a script in an attribute"),
    ('<p onclick="go()">a</p>', "a style or a script in an attribute"),
)

PLAIN = "```shelf\nshelf> view\n title {b} 1\n```\n"
# What the program made of it, and whether its colours are taken over.
COLOURED = (
    ("```shelf {color=tags}\nshelf> view\n {b}title{/} {b} 1\n```\n", False),  # the data has a tag of its own
    ("```shelf {color=tags}\nshelf> view\n {b}title{/} 2\n```\n", False),
    ("```shelf {color=tags}\nshelf> view\n```\n", False),
)

MARKDOWN = (
    ("# A & B\n\n## It's 'here'\n\n## It's 'here'\n", 'id="its-here-1"'),
    ("[to](Other.md#part)", 'href="Other.html#part"'),
    ("`Documentation/Other.md`", '<a href="Other.html"><code>'),
    ("```shelf\nshelf> echo <b>\n<b>\n```\n", '<span class="input">echo &lt;b&gt;</span>\n&lt;b&gt;'),
    ("```shelf {color=tags}\nshelf> view\n{b;red}x{/} {k}\n```\n", '<span class="c-b c-red">x</span> {k}'),
    ("```shelf {quiz}\n- [x] `yes`\n  Because.\n```\n", "<strong>Right.</strong> Because."),
    ("```shelf {task par=1}\nshelf> top\n```\n", "<summary>A solution</summary>"),
)


def failures():
    """What went unnoticed or came out otherwise, a line each."""
    missed = []
    for body, expected in PAGES:
        found = broken(HEAD + body)
        if expected is None and found or expected is not None and not any(expected in line for line in found):
            missed.append(f"'{body}': {expected} was expected, and found was {found}")
    if not any("no content-security policy" in line for line in broken("<p>a</p>")):
        missed.append("a page without a policy was not noticed")
    for tagged, is_taken in COLOURED:
        if (sessions.merged(PLAIN, tagged) == tagged) != is_taken:
            missed.append(f"colours of {tagged!r} were {'not ' if is_taken else ''}taken over")
    coloured = PLAIN.replace("{b} ", "").replace("title", "{b}title{/}").replace("shelf\n", "shelf {color=tags}\n", 1)
    if sessions.merged(PLAIN.replace("{b} ", ""), coloured) != coloured:
        missed.append("colours of a session were not taken over")
    for text, expected in MARKDOWN:
        other = Page("Documentation/Other.md", "Other.html", "Other", "")
        page = Page("Documentation/Page.md", "Page.html", "Page", text)
        html = markdown.Converter([page, other], set()).body(page)
        if expected not in html:
            missed.append(f"{text!r} has no {expected!r}: {html!r}")
    return missed


def broken(text):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "page.html").write_text(text, encoding="utf-8")
        (folder / "other.html").write_text(HEAD + '<h2 id="there">There</h2>', encoding="utf-8")
        return checks.failures(folder)
