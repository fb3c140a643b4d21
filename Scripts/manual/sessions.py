"""Sessions as a terminal shows them: coloured by the program itself, or by their lines where it can't."""

import html
import os
import re
import shutil
import subprocess
import tempfile
import unicodedata
from pathlib import Path

from manual.pages import ROOT

FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})(.*)$")
SESSION = re.compile(r"^shelf(?:\s+(\{.*\}))?\s*$")
# What `color=tags` prints: styles that hold until the next ones.
TAG = re.compile(r"\{(/|(?:b|dim|u|rev|black|red|green|yellow|blue|magenta|cyan|white|\d+)"
                 r"(?:;(?:b|dim|u|rev|black|red|green|yellow|blue|magenta|cyan|white|\d+))*)\}")
PROMPT = re.compile(r"^(shelf\*?> |shelf\*?>$|\.\.\.> )(.*)$")
KEYS = re.compile(r"^(\$|type|key|paste|resize|wait|screen)( .*|)$")
STYLES = (
    (re.compile(r"^error: |^\s*\^~*$"), "error"), (re.compile(r"^  hint: "), "hint"),
    (re.compile(r"^(note|warning): "), "note"), (re.compile(r"^\? "), "status"),
    (re.compile(r"^# "), "remark"),
)


def blocks(text):
    """The fenced blocks of a page: first and last line of what is inside, and what stands behind the fence."""
    lines = text.split("\n")
    found, fence = [], None
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if fence is None:
            if match and not (match[2][0] == "`" and "`" in match[3]):
                fence = (match[2], number, match[3].strip())
        elif match and match[2][0] == fence[0][0] and len(match[2]) >= len(fence[0]) and not match[3].strip():
            found.append((fence[1] + 1, number, fence[2]))
            fence = None
    return lines, found


def is_colourable(info):
    match = SESSION.match(info)
    return bool(match) and not re.search(r"\bquiz\b|\bcolor=|\blayers=", match[1] or "")


def with_colours_asked(text):
    lines, found = blocks(text)
    for first, _, info in found:
        if is_colourable(info):
            attributes = (SESSION.match(info)[1] or "{}")[1:-1]
            lines[first - 1] = lines[first - 1].replace(info, "shelf {" + f"{attributes} color=tags".strip() + "}")
    return "\n".join(lines)


def coloured(sources, program):
    """Texts of pages whose sessions have the colours that the program prints.

    The program rewrites copies of the pages. A session counts as coloured only where nothing but colours was
    added to it; elsewhere the page is shown as it is written.
    """
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve() / "pages"
        scratch.mkdir()
        for entry in sorted(ROOT.iterdir()):
            if not entry.name.startswith(".") and not any(path.split("/")[0] == entry.name for path in sources):
                (scratch / entry.name).symlink_to(entry)
        shutil.copytree(ROOT / "Documentation", scratch / "Documentation")
        for path in sources:
            (scratch / path).write_text(
                with_colours_asked((ROOT / path).read_text(encoding="utf-8")), encoding="utf-8")
        # Where pages must not be rewritten, these copies are none of them.
        environment = {name: value for name, value in os.environ.items()
                       if name != "CI" and not name.startswith("SHELF_")}
        subprocess.run([program, "test", "--update", *sources], cwd=scratch, env=environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return {path: merged((ROOT / path).read_text(encoding="utf-8"),
                             (scratch / path).read_text(encoding="utf-8")) for path in sources}


def merged(plain, tagged):
    lines, found = blocks(plain)
    others, counterparts = blocks(tagged)
    if len(found) != len(counterparts):
        return plain
    for (first, end, info), (start, stop, _) in reversed(list(zip(found, counterparts))):
        body = others[start:stop]
        if is_colourable(info) and [TAG.sub("", line) for line in body] == lines[first:end]:
            lines[first - 1:end] = others[start - 1:stop]
    return "\n".join(lines)


def narrowed(text):
    """Escaped text in which characters of two columns take two columns, whatever the font has for them."""
    parts = []
    for character in text:
        wide = unicodedata.east_asian_width(character) in "WF"
        shown = html.escape(character)
        parts.append(f'<span class="wide">{shown}</span>' if wide else shown)
    return "".join(parts)


def tagged_line(line):
    """A line whose tags become elements."""
    parts, styles, place = [], "", 0

    def add(text):
        if text:
            parts.append(f'<span class="{styles}">{narrowed(text)}</span>' if styles else narrowed(text))

    for match in TAG.finditer(line):
        add(line[place:match.start()])
        styles = "" if match[1] == "/" else " ".join("c-" + name for name in match[1].split(";"))
        place = match.end()
    add(line[place:])
    return "".join(parts)


def session_line(line, is_tagged):
    match = PROMPT.match(line)
    if match:
        return f'<span class="prompt">{html.escape(match[1])}</span><span class="input">{narrowed(match[2])}</span>'
    if line.startswith("$ "):
        return f'<span class="prompt">$ </span><span class="input">{narrowed(line[2:])}</span>'
    for pattern, style in STYLES:
        if pattern.match(line):
            return f'<span class="{style}">{narrowed(TAG.sub("", line) if is_tagged else line)}</span>'
    return tagged_line(line) if is_tagged else narrowed(line)


def inputs(body):
    """What is typed in a session, a line each."""
    typed = []
    for line in body.splitlines():
        match = PROMPT.match(line)
        if match and match[1].startswith("."):
            typed[-1:] = [(typed[-1] if typed else "") + " " + match[2].strip()]
        elif match:
            typed.append(match[2])
        elif line.startswith("$ "):
            typed.append(line[2:])
    return typed


def figure(lines, label, kind):
    """A block of a terminal that can be reached and scrolled by keys."""
    body = "\n".join(lines)
    return (f'<div class="terminal {kind}" role="group" tabindex="0" aria-label="{html.escape(label)}">'
            f"<pre><code>{body}\n</code></pre></div>\n")


def session(body, attributes):
    typed = inputs(body)
    first = typed[0] if typed else "output"
    label = f"Session: {first}" + (f", and {len(typed) - 1} more" if len(typed) > 1 else "")
    tagged = "color=tags" in attributes
    return figure([session_line(line, tagged) for line in body.splitlines()], label, "session")


def keys(body):
    lines = [f'<span class="prompt">{html.escape(match[1])}</span><span class="input">{narrowed(match[2])}</span>'
             if (match := KEYS.match(line)) else narrowed(line) for line in body.splitlines()]
    return figure(lines, "Keys typed at a terminal, and its screen", "keys")


def files(body):
    lines = [f'<span class="remark">{html.escape(line)}</span>' if re.match(r"-- .+ --$", line)
             else html.escape(line) for line in body.splitlines()]
    return figure(lines, "Files that the sessions read", "files")


def quiz(body, convert):
    """The answers of a question; what is said about each is seen when it is chosen."""
    answers = []
    for line in body.splitlines():
        match = re.match(r"- \[([ x])\] (.*)$", line)
        if match:
            answers.append([match[1] == "x", match[2], []])
        elif answers:
            answers[-1][2].append(line.strip())
    items = "".join(
        f'<details class="answer"><summary>{html.escape(words.replace("`", ""))}</summary>'
        f'{convert(("**Right.** " if right else "**No.** ") + " ".join(reason))}</details>\n'
        for right, words, reason in answers)
    return f'<div class="quiz">\n{items}</div>\n'


def folded(summary, body):
    return f'<details class="folded"><summary>{html.escape(summary)}</summary>\n{body}</details>\n'


def block(info, body, convert):
    """A fenced block of a page; None for one of another language. `convert` makes HTML of Markdown."""
    word, _, attributes = info.partition(" ")
    if word == "shelf-keys":
        return keys(body)
    if word == "shelf-files":
        return files(body)
    if word != "shelf":
        return None
    roles = re.sub(r'"[^"]*"', "", attributes)
    if "quiz" in roles:
        return quiz(body, convert)
    shown = session(body, attributes)
    if re.search(r"\btask\b", roles):
        return folded("A solution", shown)
    if re.search(r"\bsetup\b", roles):
        return folded("What was set up before", shown)
    return shown
