"""A bill of materials of the packages, as SPDX 2.3 in JSON."""

import datetime
import hashlib
import json
import re

from packages.archives import digest
from packages.parts import INSIDE, LIBRARIES, version


def document(name, upstream, epoch, artefacts, swift, foreign=None):
    """The bill of some packages: `artefacts` are files, each with whether its program holds all its libraries; `foreign`
    is one for another processor, in which they may be of other versions."""
    packages, relations, digests = [], [], ""
    for path, is_static in [*artefacts, *([(foreign, True)] if foreign else [])]:
        mark = "-of-another-version" if path == foreign else ""
        own = identifier(path.name)
        sum_of_file = digest(path)
        digests += sum_of_file
        packages.append(package(
            own, "shelf", upstream, "MIT", "2026 The Shelf authors", packageFileName=path.name,
            checksums=[{"algorithm": "SHA256", "checksumValue": sum_of_file}], primaryPackagePurpose="APPLICATION"))
        relations.append(relation("SPDXRef-DOCUMENT", "DESCRIBES", own))
        relations += [relation(own, "STATIC_LINK", identifier(part.name + mark)) for part in INSIDE]
        relations += [relation(own, "STATIC_LINK" if is_static else "DYNAMIC_LINK", identifier(part.name + mark))
                      for part in LIBRARIES]
    packages += [package(identifier(part.name), part.name, version(part, swift), part.licence, part.holder)
                 for part in (*INSIDE, *LIBRARIES)]
    if foreign:
        packages += [package(identifier(part.name + "-of-another-version"), part.name, "", part.licence, part.holder)
                     for part in (*INSIDE, *LIBRARIES)]
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{hashlib.sha256(digests.encode()).hexdigest()}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Organization: The Shelf authors"]},
        "packages": packages, "relationships": relations,
    }, indent=1, ensure_ascii=False) + "\n"


def package(reference, name, number, licence, holder, **more):
    numbered = {"versionInfo": number} if number else {}
    return {
        "SPDXID": reference, "name": name, **numbered, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": holder, **more}


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
