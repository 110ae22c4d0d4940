#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every file and directory of the sample corpus with `tideline-cli info --json`: walk.py CORPUS CLI [PART...].

A line per path. Each opens (exit 0) or says what, where, why and what next (exit 3 or 4); rows of tables and of databases
equal the corpus' own figures; what lies in a directory is read or listed with a reason; nothing below CORPUS changes.
PART: only paths that contain one of them. Exits 77 where the corpus is absent.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

AT_ONCE = 2
ENDS_WITHIN_S = 30
REFUSED = (3, 4)  # not recognised, damaged
LISTED = (".json", ".csv", ".db", ".gz", ".zip")  # a directory's own list names them all


def listing(top):
    """Name, mode, size, inode and time of change of all below."""
    state = {}
    for folder, folders, files in os.walk(top):
        for name in [".", *folders, *files]:
            path = os.path.join(folder, name)
            info = os.lstat(path)
            state[path] = (info.st_mode, info.st_size, info.st_ino, info.st_mtime_ns)
    return state


def paths_of(corpus):
    found = []
    for part in ("samples", "cases"):
        for folder, _, files in os.walk(os.path.join(corpus, part)):
            found.append(folder)
            found.extend(os.path.join(folder, name) for name in files)
    return sorted(found)


def facts_of(corpus):
    """The corpus' figures by path."""
    with open(os.path.join(corpus, "samples", "facts.json"), encoding="utf-8") as file:
        facts = json.load(file)
    by_path = {}
    for key, fact in facts.items():
        repository, path = key.split(":", 1)
        by_path[os.path.join(corpus, "samples", repository.replace("/", "+"), path)] = fact
    return by_path


def refusal_faults(path, code, said):
    """A refusal is one line: "error: WHAT: WHERE. WHAT NEXT"."""
    if code not in REFUSED:
        yield f"exit {code}"
    if not said.startswith("tideline-cli: error: ") or said.count("\n") != 1:
        yield "not one line of error"
    what, found, advice = said.partition(path)
    if not found:
        yield "the path is not named"
    if len(what) < len("tideline-cli: error: ") + 8 or len(advice.strip()) < 12:
        yield "no reason or no advice"


def row_faults(entry, fact):
    if fact["kind"] == "csv" and entry.get("rows") != fact["rows"]:
        yield f"{entry.get('rows')} rows, not {fact['rows']}"
    if fact["kind"] == "sqlite":
        want = {name: table["rows"] for name, table in fact["tables"].items()}
        if entry.get("tables") != want:
            yield f"tables differ: {set((entry.get('tables') or {}).items()) ^ set(want.items())}"


def document_faults(path, document, facts):
    entries = {os.path.normpath(entry["path"]): entry for entry in document["files"]}
    for name, entry in entries.items():
        if entry["status"] != "ok" and not entry["reason"]:
            yield f"{name}: {entry['status']} without a reason"
        read = entry["status"] in ("ok", "partial")
        if name in facts and (read or name == path):
            yield from (f"{name}: {fault}" for fault in row_faults(entry, facts[name]))
    if os.path.isdir(path):
        for folder, folders, files in os.walk(path):
            folders[:] = [name for name in folders if os.path.join(folder, name) not in entries]  # refused as a whole
            silent = [name for name in files if name.endswith(LISTED) and os.path.join(folder, name) not in entries]
            yield from (f"{os.path.join(folder, name)} is not listed" for name in silent)
    elif path not in entries:
        yield "the file is not listed"


def opened(cli, path, facts):
    """What happened, and what is wrong with it."""
    try:
        answer = subprocess.run([cli, "info", path, "--json"], capture_output=True, timeout=ENDS_WITHIN_S, check=False)
    except subprocess.TimeoutExpired:
        return "no answer", [f"no answer within {ENDS_WITHIN_S} s"]
    said = answer.stderr.decode(errors="replace")
    if answer.returncode != 0:
        return f"exit {answer.returncode}: {said.strip()[:160]}", list(refusal_faults(path, answer.returncode, said))
    try:
        document = json.loads(answer.stdout)
        faults = list(document_faults(path, document, facts))
    except (ValueError, KeyError) as error:
        return "no document", [f"no document: {error!r}"]
    counts = {}
    for entry in document["files"]:
        counts[entry["status"]] = counts.get(entry["status"], 0) + 1
    text = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"{text}; {document['totals']['slices']} slices, {document['totals']['issues']} issues", faults


def main():
    corpus, cli, *parts = sys.argv[1:]
    corpus = corpus and os.path.abspath(corpus)
    if not corpus or not os.path.isfile(os.path.join(corpus, "samples", "facts.json")):
        print("SKIPPED: the sample corpus is not there (TIDELINE_SAMPLES_DIR)")
        return 77
    paths = [path for path in paths_of(corpus) if not parts or any(part in path for part in parts)]
    facts = facts_of(corpus)
    before = listing(corpus)
    bad = 0
    with tempfile.TemporaryDirectory() as cache, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        os.environ["XDG_CACHE_HOME"] = cache
        answers = pool.map(lambda path: opened(cli, path, facts), paths)
        for path, (text, faults) in zip(paths, answers):
            bad += bool(faults)
            print(f"{'FAIL' if faults else 'ok  '} {os.path.relpath(path, corpus)}: {'; '.join(faults) or text}")
    after = listing(corpus)
    for path in sorted(path for path in {*before, *after} if before.get(path) != after.get(path)):
        bad += 1
        print(f"FAIL {path}: changed on disk, {before.get(path)} -> {after.get(path)}")
    print(f"{len(paths)} paths, {bad} faults")
    return 1 if bad or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
