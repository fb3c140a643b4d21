"""Files of a wanted size to ask about: the same items in four notations, the same in every run.

A document has sections of rows of items, `{sections: [{title, rows: [{title, items: [{...}]}]}]}`;
NDJSON and the database have the items alone. An item takes about 200 bytes of JSON. Some lack a
note, for some it is null; texts have quotes, escapes and letters beyond ASCII.
"""

import itertools
import json
import os
import random
import sqlite3
from xml.sax.saxutils import escape

from comparisons.peers import scratch_file

# Goes up when the bytes change, so that an older file is not taken for a new one.
VERSION = 1
ROWS = 50
COLOURS = ["Amber", "Blue", "Copper", "Dove-grey", "Emerald", "Früh-rot", "Golden"]
THINGS = ["lantern", "kettle", "blanket", "ladder", "bell", "basket", "compass", "bowl"]
ENDINGS = ["of Low Head", "No. 7", "for two", "from Åsvik", "<small>", '"Nora"', "\\ oak & ash"]
TAGS = ["new", "wool", "oak", "sale", "gift", "garden", "café", "港"]
MAKERS = ["Northlight & Daughters", "Fjellvær Verksted", "Wattle & Creek", "工房 ひのき坂"]
NOTES = ["made to order", "two left hands welcome", "ships on Fridays", "a classic"]


class Catalogue:
    """Items without end."""

    def __init__(self):
        self.random = random.Random(1)
        self.count = 0

    def item(self):
        self.count += 1
        pick = self.random.choice
        stock = self.random.randrange(400)
        item = {
            "id": self.count, "title": f"{pick(COLOURS)} {pick(THINGS)} {pick(ENDINGS)}",
            "price": self.random.randrange(100, 50_000) / 100, "stock": stock,
            "tags": [pick(TAGS), pick(TAGS)],
            "maker": {"name": pick(MAKERS), "rating": stock % 5}}
        if stock % 3:
            item["note"] = pick(NOTES) if stock % 10 else None
        return item

    def row(self):
        return [self.item() for _ in range(self.random.randint(8, 40))]


def catalogue_file(notation, megabytes):
    """The file of a notation: json, ndjson, plist or sqlite. Written on first use.

    Each but the database stops within one section of the wanted size.
    """
    path = scratch_file(f"reading-v{VERSION}-{megabytes}mb.{notation}")
    if not path.exists():
        unfinished = path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        WRITERS[notation](unfinished, megabytes * 1_000_000)
        os.replace(unfinished, path)
    return path


def write_json(path, size):
    catalogue = Catalogue()
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"sections": [')
        for section in itertools.count():
            file.write(f'{"," if section else ""}\n{{"title": "Hall {section + 1}", "rows": [')
            for row in range(ROWS):
                items = ",\n    ".join(map(json_text, catalogue.row()))
                file.write(f'{"," if row else ""}\n  {{"title": "Aisle {row + 1}", "items": [')
                file.write(f"\n    {items}]}}")
            file.write("]}")
            if file.tell() >= size:
                break
        file.write("\n]}\n")


def json_text(value):
    return json.dumps(value, ensure_ascii=False)


def write_ndjson(path, size):
    catalogue = Catalogue()
    with open(path, "w", encoding="utf-8") as file:
        while file.tell() < size:
            file.writelines(json_text(item) + "\n" for item in catalogue.row())


def write_plist(path, size):
    catalogue = Catalogue()
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                   '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
                   '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
                   '<plist version="1.0"><dict><key>sections</key><array>\n')
        for section in itertools.count(1):
            file.write(f"<dict><key>title</key><string>Hall {section}</string>"
                       "<key>rows</key><array>\n")
            for row in range(ROWS):
                items = "\n".join(map(plist_text, catalogue.row()))
                file.write(f"<dict><key>title</key><string>Aisle {row + 1}</string>"
                           f"<key>items</key><array>\n{items}\n</array></dict>\n")
            file.write("</array></dict>\n")
            if file.tell() >= size:
                break
        file.write("</array></dict></plist>\n")


def plist_text(value):
    if isinstance(value, dict):
        fields = (f"<key>{key}</key>{plist_text(inner)}" for key, inner in value.items()
                  if inner is not None)
        return f"<dict>{''.join(fields)}</dict>"
    if isinstance(value, list):
        return f"<array>{''.join(map(plist_text, value))}</array>"
    if isinstance(value, str):
        return f"<string>{escape(value)}</string>"
    return f"<{NUMBERS[type(value)]}>{value}</{NUMBERS[type(value)]}>"


NUMBERS = {int: "integer", float: "real"}


def write_sqlite(path, size):
    """As many rows as make about the wanted size."""
    catalogue = Catalogue()
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price REAL, stock INTEGER, "
        "tags TEXT, maker TEXT, rating INTEGER, note TEXT)")
    database.executemany(
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table_row(catalogue.item()) for _ in range(size // 100)))
    database.commit()
    database.close()


def table_row(item):
    return (item["id"], item["title"], item["price"], item["stock"], ", ".join(item["tags"]),
            item["maker"]["name"], item["maker"]["rating"], item.get("note"))


WRITERS = {
    "json": write_json, "ndjson": write_ndjson, "plist": write_plist, "sqlite": write_sqlite}
