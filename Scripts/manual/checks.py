"""Looks at a manual that was built: every link, every anchor, every policy."""

import html.parser
import posixpath
import urllib.parse


class Reader(html.parser.HTMLParser):
    """What a page refers to, and what can be referred to in it."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.repeated, self.policy, self.inline = [], set(), [], False, []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in ("href", "src"):
            if name in values:
                self.links.append(values[name] or "")
        if "id" in values:
            if values["id"] in self.anchors:
                self.repeated.append(values["id"])
            self.anchors.add(values["id"])
        if tag == "meta" and values.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = True
        if "style" in values or any(name.startswith("on") for name in values):
            self.inline.append(tag)


def failures(folder):
    """What is wrong in the pages of a folder, a line each."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        # What DocC writes follows its own rules.
        if not name.startswith("docc/"):
            pages[name] = reader = Reader()
            reader.feed(path.read_text(encoding="utf-8"))
    found = []
    for name, page in pages.items():
        found += [f"{name}: the anchor '{anchor}' is there twice" for anchor in page.repeated]
        if not page.policy:
            found.append(f"{name}: the page has no content-security policy")
        # Pages that play a session have scripts and styles of their own, which their policies name.
        if not name.startswith("Play/"):
            found += [f"{name}: <{tag}> has a style or a script in an attribute" for tag in page.inline]
        found += [f"{name}: {words}" for link in page.links if (words := wrong(name, link, pages, folder))]
    return found


def wrong(name, link, pages, folder):
    """What is wrong with a link; None where it leads somewhere."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None if parts.scheme in ("https", "mailto") else f"'{link}' is not https"
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(parts.path))) \
        if parts.path else name
    if path.startswith("..") or not (folder / path).is_file():
        return f"there is no file '{link}'"
    anchor = urllib.parse.unquote(parts.fragment)
    if anchor and path in pages and anchor not in pages[path].anchors:
        return f"'{link}' names an anchor that is not there"
    return None
