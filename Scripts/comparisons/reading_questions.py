"""What is asked of large files, in the words of each program. All but Shelf print JSON answers."""

import json
from dataclasses import dataclass, field

FILE, PYTHON, SIMDJSON = "<file>", "<python>", "<simdjson>"
FIRST = 5
PRICE = 400


@dataclass
class Template:
    """A command, with words that stand for places on this machine."""

    words: list
    module: str = ""  # the Python package that it needs


@dataclass
class Question:
    name: str
    about: str
    notation: str
    shelf: list  # its commands
    read: object  # makes the answer of what Shelf prints, one JSON object a command
    others: dict  # by name, a template each
    options: list = field(default_factory=list)  # more options of Shelf


def command(*words):
    return Template(list(words))


def python(code, module="", start="import itertools, json, sys\n"):
    return Template([PYTHON, "-c", start + code, FILE], module)


def duckdb(table, question):
    """A query whose first column is the answer, JSON already."""
    code = ("import duckdb, sys\nduckdb.execute('SET enable_progress_bar = false')\n"
            f"query = '''WITH {table}\n{question}'''\n"
            "rows = duckdb.execute(query.replace('$1', repr(sys.argv[1]))).fetchall()\n"
            "print(*(row[0] for row in rows))")
    return python(code, "duckdb", "")


def visidata(notation, answer):
    """A sheet loaded as on the screen, to its end."""
    code = ("from visidata import Path, vd\n"
            f"sheet = vd.openPath(Path(sys.argv[1]), filetype='{notation}')\n"
            f"sheet.reload()\nvd.sync()\n{answer}")
    return python(code, "visidata", "import sys\n")


def objects(output):
    return [json.loads(line) for line in output.splitlines()]


def first_of(prefix):
    """A first screen, and the first items after it."""
    return ["view"] + [f"show {prefix}.{index}" for index in range(FIRST)]


def read_first(output):
    return objects(output)[1:]


def read_items(output):
    return objects(output)[0]["items"]


def read_matches(output):
    return objects(output)[0]["matching"]


def read_rows(output):
    return objects(output)[0]["rows"]


def read_fields(output):
    schema = objects(output)[0]
    return {
        entry["name"]: schema["records"] - entry["missing"]
        for entry in schema["fields"] if entry["name"] == entry["path"]}


ITEMS = ".sections[].rows[].items"
STREAM = f"[limit({FIRST}; fromstream(6 | truncate_stream(inputs)))]"
FIELDS = f"reduce ({ITEMS}[] | keys[]) as $key ({{}}; .[$key] += 1)"
NESTED = "for section in document['sections'] for row in section['rows']"
LOAD = "document = json.load(open(sys.argv[1], encoding='utf-8'))\n"
LINES = "lines = open(sys.argv[1], encoding='utf-8')\n"
PLIST = "import itertools, json, plistlib, sys\ndocument = plistlib.load(open(sys.argv[1], 'rb'))\n"

# The largest object is the whole document. Items stay JSON, so that what is missing stays missing.
DUCKDB_ITEMS = """
  document AS (SELECT unnest(sections) AS section FROM read_json($1,
    format = 'unstructured', maximum_object_size = 4294967295,
    columns = {sections: 'STRUCT(rows STRUCT(items JSON[])[])[]'})),
  lists AS (SELECT unnest(section.rows).items AS items FROM document)"""
DUCKDB_LINES = "lines AS (SELECT json FROM read_ndjson_objects($1))"

SQLITE_ITEMS = f"""
  FROM json_each(readfile('{FILE}'), '$.sections') AS section,
  json_each(section.value, '$.rows') AS line, json_each(line.value, '$.items') AS item"""

QUESTIONS = [
    Question(
        "first", "the first screen, and its first five items", "json",
        first_of("0.0"), read_first, {
            "jq": command("jq", "-c", f".sections[0].rows[0].items[:{FIRST}]", FILE),
            "jq --stream": command("jq", "-nc", "--stream", STREAM, FILE),
            "gojq": command("gojq", "-c", f".sections[0].rows[0].items[:{FIRST}]", FILE),
            "gojq --stream": command("gojq", "-nc", "--stream", STREAM, FILE),
            "Python": python(
                LOAD + f"print(json.dumps(document['sections'][0]['rows'][0]['items'][:{FIRST}]))"),
            "DuckDB": duckdb(
                DUCKDB_ITEMS, f"SELECT to_json(items[:{FIRST}]) FROM lists LIMIT 1"),
            "sqlite3": command(
                "sqlite3", ":memory:", "SELECT json_group_array(json(value)) FROM (SELECT "
                f"item.value {SQLITE_ITEMS} LIMIT {FIRST})"),
            "simdjson on demand": command(SIMDJSON, "first", FILE),
        }),
    Question(
        "count", "how many items there are in all", "json", ["count"], read_items, {
            "jq": command("jq", f"[{ITEMS} | length] | add", FILE),
            "gojq": command("gojq", f"[{ITEMS} | length] | add", FILE),
            "Python": python(LOAD + f"print(sum(len(row['items']) {NESTED}))"),
            "DuckDB": duckdb(DUCKDB_ITEMS, "SELECT sum(len(items)) FROM lists"),
            "sqlite3": command("sqlite3", ":memory:", f"SELECT count(*) {SQLITE_ITEMS}"),
            "VisiData": visidata(
                "json", f"document = sheet.rows[0]\nprint(sum(len(row['items']) {NESTED}))"),
            "simdjson tree": command(SIMDJSON, "count-tree", FILE),
            "simdjson on demand": command(SIMDJSON, "count", FILE),
        }),
    Question(
        "checked", "the same, with the whole document checked first", "json",
        ["count"], read_items, {
            "Python": python(LOAD + f"print(sum(len(row['items']) {NESTED}))"),
            "simdjson tree": command(SIMDJSON, "count-tree", FILE),
        }, ["--verify"]),
    Question(
        "fields", "which fields there are, and how many items have each", "json",
        ["schema"], read_fields, {
            "jq": command("jq", "-c", FIELDS, FILE),
            "gojq": command("gojq", "-c", FIELDS, FILE),
            "Python": python(
                "import collections\n" + LOAD + "print(json.dumps(collections.Counter(key "
                + NESTED + " for item in row['items'] for key in item)))"),
            "DuckDB": duckdb(
                DUCKDB_ITEMS + ", keys AS (SELECT unnest(json_keys(item)) AS key FROM "
                "(SELECT unnest(items) AS item FROM lists))",
                "SELECT json_group_object(key, number) FROM "
                "(SELECT key, count(*) AS number FROM keys GROUP BY key)"),
            "simdjson on demand": command(SIMDJSON, "fields", FILE),
        }),
    Question(
        "narrow", f"how many items cost more than {PRICE}", "json",
        [f"count where price > {PRICE}"], read_matches, {
            "jq": command("jq", f"[{ITEMS}[] | select(.price > {PRICE})] | length", FILE),
            "gojq": command("gojq", f"[{ITEMS}[] | select(.price > {PRICE})] | length", FILE),
            "Python": python(
                LOAD + f"print(sum(item['price'] > {PRICE} {NESTED} for item in row['items']))"),
            "DuckDB": duckdb(
                DUCKDB_ITEMS, "SELECT count(*) FROM (SELECT unnest(items) AS item FROM lists) "
                f"WHERE CAST(item->>'price' AS DOUBLE) > {PRICE}"),
            "sqlite3": command(
                "sqlite3", ":memory:",
                f"SELECT count(*) {SQLITE_ITEMS} WHERE item.value->>'price' > {PRICE}"),
            "simdjson on demand": command(SIMDJSON, "narrow", FILE),
        }),
    Question(
        "lines-first", "the first screen of lines, and its first five", "ndjson",
        first_of("0"), read_first, {
            "jq": command("jq", "-nc", f"[limit({FIRST}; inputs)]", FILE),
            "gojq": command("gojq", "-nc", f"[limit({FIRST}; inputs)]", FILE),
            "Python": python(
                LINES + f"print(json.dumps([*map(json.loads, itertools.islice(lines, {FIRST}))]))"),
            "DuckDB": duckdb(
                DUCKDB_LINES,
                f"SELECT json_group_array(json) FROM (SELECT json FROM lines LIMIT {FIRST})"),
            "simdjson on demand": command(SIMDJSON, "first-lines", FILE),
        }),
    Question(
        "lines-count", "how many lines hold a record", "ndjson", ["count"], read_rows, {
            "jq": command("jq", "-n", "reduce inputs as $line (0; . + 1)", FILE),
            "gojq": command("gojq", "-n", "reduce inputs as $line (0; . + 1)", FILE),
            "Python": python(LINES + "print(sum(1 for line in lines if json.loads(line)))"),
            "DuckDB": duckdb(DUCKDB_LINES, "SELECT count(*) FROM lines"),
            "VisiData": visidata("jsonl", "print(len(sheet.rows))"),
            "simdjson on demand": command(SIMDJSON, "count-lines", FILE),
        }),
    Question(
        "plist-first", "the same of an XML property list", "plist",
        first_of("0.0"), read_first, {
            "Python": python(
                f"print(json.dumps(document['sections'][0]['rows'][0]['items'][:{FIRST}]))",
                start=PLIST),
        }),
    Question(
        "plist-count", "how many items an XML property list holds", "plist",
        ["count"], read_items, {
            "Python": python(f"print(sum(len(row['items']) {NESTED}))", start=PLIST),
            "xmllint": command(
                "xmllint", "--huge", "--nonet", "--xpath",
                "count(/plist/dict/array/dict/array/dict/array/dict)", FILE),
        }),
    Question(
        "table-first", "the first screen of a database, and its first five rows", "sqlite",
        first_of("0"), read_first, {
            "sqlite3": command("sqlite3", "-json", FILE, f"SELECT * FROM items LIMIT {FIRST}"),
        }),
    Question(
        "table-count", "how many rows a database has", "sqlite", ["count"], read_rows, {
            "sqlite3": command("sqlite3", FILE, "SELECT count(*) FROM items"),
        }),
]
