"""JSON documents to judge: made up at random, broken at random, and odd ones by name."""

import json
import random
from dataclasses import dataclass

BLANKS = ["", "", "", " ", "\n", "\t", " \r\n  "]
LETTERS = ["a", "Z", "0", " ", "é", "港", "🜁", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83c\\udfac",
           "{", "}", "[", "]", ",", ":", "//", "\u2028", "\x7f"]
NUMBERS = ["0", "-0", "7", "-12", "3.25", "1e3", "1E+2", "-0.5e-7", "9007199254740993",
           "18446744073709551615", "0.1000", "123456789.987654321"]
NOISE = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"-", b".", b"e", b"0", b"tru",
         b"null", b"\x00", b"\x1f", b"\x80", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\n", b" "]


class Documents:
    """Random documents, the same for the same seed; about two in five are broken."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def document(self):
        """The bytes of one document."""
        text = self.blank() + self.container(3) + self.blank()
        data = text.encode()
        while self.random.random() < 0.35:
            data = self.broken(data)
        return data

    def container(self, depth):
        make = self.random.choice([self.array, self.record])
        return make(depth, self.random.choice([0, 1, 2, 3, 8, 40 if depth == 3 else 4]))

    def array(self, depth, length):
        return self.listed("[", [self.value(depth - 1) for _ in range(length)], "]")

    def record(self, depth, length):
        # The number keeps keys apart: of a key that stands there twice, readers keep either.
        return self.listed("{", [
            f'"{self.letters()}{index}"{self.blank()}:{self.blank()}{self.value(depth - 1)}'
            for index in range(length)], "}")

    def listed(self, opening, parts, closing):
        inner = ",".join(self.blank() + part + self.blank() for part in parts)
        return opening + (inner or self.blank()) + closing

    def value(self, depth):
        if depth > 0 and self.random.random() < 0.4:
            return self.container(depth)
        kind = self.random.randrange(3)
        if kind == 0:
            return f'"{self.letters()}"'
        return self.random.choice(NUMBERS if kind == 1 else ["true", "false", "null"])

    def letters(self):
        # Lengths around blocks of 16 and 64 bytes meet the borders of what is read at once.
        length = self.random.choice([0, 1, 2, 5, 14, 15, 16, 31, 62, 63, 64, 65])
        return "".join(self.random.choices(LETTERS, k=length))

    def blank(self):
        return self.random.choice(BLANKS)

    def broken(self, data):
        """A copy with one mistake, which may still be a document."""
        place = self.random.randrange(len(data) + 1)
        noise = self.random.choice(NOISE)
        return self.random.choice([
            data[:place], data[place:], data[:place] + noise + data[place:],
            data[:place] + noise + data[place + len(noise):], data[:place] + data[place + 1:],
            data[:place] + data[max(0, place - 9):]])


@dataclass
class Named:
    """A document that has a name, what Shelf makes of it, and why others may differ."""

    name: str
    data: bytes
    elements: int = None  # how many Shelf has to find; None where it has to refuse
    remark: str = ""  # what is intended where others differ; without it they may not


def nested(depth):
    return b"[" * depth + b"]" * depth


BIG = "numbers keep their text, however large they are"
HALF = "half of a surrogate pair is shown as U+FFFD, so that one odd letter keeps no file closed"
DEEP = "Shelf reads 512 levels, simdjson 1024, Python as many as its stack has room for"
MARK = "a byte order mark is skipped"
SAME = "names that Unicode calls equal are one name, as two that are written alike"

NAMED = [
    Named("nothing", b""),
    Named("blanks", b" \n\t"),
    Named("number", b"1", 1),
    Named("text", b'"a"', 1),
    Named("null", b"null", 0),
    Named("empty-array", b"[]", 0),
    Named("empty-record", b"{}", 0),
    Named("blank-within", b"[ \n ]", 0),
    Named("comma-at-end", b"[1,]"),
    Named("comma-first", b"[,1]"),
    Named("two-commas", b"[1,,2]"),
    Named("no-comma", b"[1 2]"),
    Named("no-colon", b'{"a" 1}'),
    Named("colon-in-array", b'["a":1]'),
    Named("key-without-value", b'{"a"}'),
    Named("key-without-quotes", b"{a:1}"),
    Named("key-is-number", b"{1:1}"),
    Named("single-quotes", b"['a']"),
    Named("wrong-bracket", b"[1}"),
    Named("wrong-bracket-inside", b'[{"a":[1}]]'),
    Named("open-array", b"[1"),
    Named("open-record", b'{"a":1'),
    Named("open-text", b'["a'),
    Named("open-escape", b'["a\\'),
    Named("closing-only", b"]"),
    Named("bracket-too-many", b"[1]]"),
    Named("two-values", b"[1] [2]"),
    Named("comment", b"[1, /* two */ 2]"),
    Named("line-comment", b"[1] // one"),
    Named("word", b"[yes]"),
    Named("word-too-long", b"[nullnull]"),
    Named("word-too-short", b"[tru]"),
    Named("capital", b"[True]"),
    Named("nan", b"[NaN]"),
    Named("infinity", b"[-Infinity]"),
    Named("leading-zero", b"[01]"),
    Named("minus-zero-one", b"[-01]"),
    Named("plus", b"[+1]"),
    Named("minus-only", b"[-]"),
    Named("point-first", b"[.5]"),
    Named("point-last", b"[5.]"),
    Named("point-exponent", b"[5.e3]"),
    Named("exponent-empty", b"[1e]"),
    Named("exponent-sign-only", b"[1e+]"),
    Named("hexadecimal", b"[0x10]"),
    Named("number-and-letters", b"[1a]"),
    Named("two-points", b"[1.2.3]"),
    Named("integer-64-bits", b"[-9223372036854775808, 18446744073709551615]", 2),
    Named("integer-beyond", b"[18446744073709551616]", 1, BIG),
    Named("integer-of-5000-digits", b"[" + b"9" * 5000 + b"]", 1, BIG),
    Named("fraction-of-5000-digits", b"[0." + b"3" * 5000 + b"]", 1),
    Named("exponent-beyond", b"[1e400, -1e400]", 2, BIG),
    Named("exponent-tiny", b"[1e-400]", 1),
    Named("exponent-endless", b"[1e" + b"9" * 400 + b"]", 1, BIG),
    Named("control-in-text", b'["a\nb"]'),
    Named("tab-in-text", b'["a\tb"]'),
    Named("nul-in-text", b'["a\x00b"]'),
    Named("nul-escaped", b'["a\\u0000b"]', 1),
    Named("nul-between", b"[1\x00]"),
    Named("nul-at-end", b"[1]\x00"),
    Named("form-feed", b"[1\x0c]"),
    Named("no-break-space", "[1\u00a0]".encode()),
    Named("delete-in-text", b'["\x7f"]', 1),
    Named("escape-unknown", b'["\\x41"]'),
    Named("escape-short", b'["\\u12"]'),
    Named("escape-no-digits", b'["\\u00g0"]'),
    Named("escape-of-digit", b'["\\0"]'),
    Named("surrogates", b'["\\ud83c\\udfac"]', 1),
    Named("surrogate-high-alone", b'["\\ud83c"]', 1, HALF),
    Named("surrogate-low-alone", b'["\\udfac"]', 1, HALF),
    Named("surrogates-swapped", b'["\\udfac\\ud83c"]', 1, HALF),
    Named("surrogate-then-letter", b'["\\ud83cx"]', 1, HALF),
    Named("surrogate-then-other", b'["\\ud83c\\u0041"]', 1, HALF),
    Named("surrogate-in-key", b'{"\\ud83c": 1}', 1, HALF),
    Named("utf8-surrogate", b'["\xed\xa0\xbc"]'),
    Named("utf8-overlong", b'["\xc0\xaf"]'),
    Named("utf8-overlong-nul", b'["\xc0\x80"]'),
    Named("utf8-too-large", b'["\xf4\x90\x80\x80"]'),
    Named("utf8-largest", b'["\xf4\x8f\xbf\xbf"]', 1),
    Named("utf8-cut", b'["\xe6\xb8"]'),
    Named("utf8-alone", b'["\x80"]'),
    Named("utf8-outside", b"[1]\xff"),
    Named("latin-1", '["é"]'.encode("latin-1")),
    Named("byte-order-mark", b"\xef\xbb\xbf[1]", 1, MARK),
    Named("byte-order-mark-only", b"\xef\xbb\xbf"),
    Named("byte-order-mark-within", b"[\xef\xbb\xbf1]"),
    Named("utf-16", "[1]".encode("utf-16")),
    Named("utf-16-no-mark", "[1]".encode("utf-16-le")),
    Named("key-twice", b'{"a":1,"a":2}', 1),
    Named("key-twice-escaped", b'{"a":1,"\\u0061":2}', 1),
    Named("key-empty", b'{"":1}', 1),
    Named("keys-normalised", '{"é":1,"e\u0301":2}'.encode(), 1, SAME),
    Named("many-elements", json.dumps(list(range(100_000))).encode(), 100_000),
    Named("long-text", b'["' + b"x" * 1_000_000 + b'"]', 1),
    Named("many-backslashes", b'["' + b"\\\\" * 100_001 + b'"]', 1),
    Named("odd-backslashes", b'["' + b"\\\\" * 100_001 + b'\\"]'),
    Named("depth-512", nested(512), 1),
    Named("depth-513", nested(513), None, DEEP),
    Named("depth-2000", nested(2_000), None, DEEP),
    Named("depth-1000000", nested(1_000_000), None, DEEP),
    Named("depth-open", b"[" * 1_000_000),
    Named("depth-of-records", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, None, DEEP),
]

# Long enough that a file of them is read through an index, and checked by another reader.
FILLING = b'{"id": 1, "title": "Amber \\"kettle\\" of Low Head", "tags": ["new", "oak"]},\n'
LARGE = 17 << 20


def enlarged(document):
    """A document as the last element of a large array."""
    return b"[" + FILLING * (LARGE // len(FILLING)) + document + b"]"
