/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether a working copy can have
 * all files of a list.
 */
export const hfPlaces = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a working copy can have all files of a list. Of a list that nobody can check out, nobody can go on, either."""
from mercurial import error, manifest

UNREADABLE = b'the push has a list of files that no client can read'
IN_A_FILE = b'the push has a list in which a file is in another one, as if that were a directory: no working copy can have it'
# A name is looked for in the time of so many lines that are all read.
SEARCH = 100
# About so long is a line (bytes).
LINE = 60


def must_be_list(text, added):
    """
    'text': of a list of files; 'added': the names that are new in it, None: all are. Mercurial reads no list whose names
    are not in order, or are twice there; it takes it, since it only reads differences.
    """
    try:
        manifest.manifestdict(20, text)
    except ValueError:
        raise error.Abort(UNREADABLE)
    if added is None or SEARCH * len(added) > len(text) // LINE:
        must_be_apart(text)
    else:
        for name in added:
            if begins_at(text, name + b'/') or any(has(text, each) for each in above(name)):
                raise error.Abort(IN_A_FILE)


def added(old, parts):
    """The names that are new by a difference to another text: 'parts': places, and lines that take theirs."""
    found = set()
    for (begin, end), lines in parts:
        found |= names(lines) - names(old[begin:end])
    return found


def names(lines):
    return {line.partition(b'\0')[0] for line in lines.split(b'\n') if line}


def above(name):
    """Each directory in which a file is."""
    at = name.find(b'/')
    while at >= 0:
        yield name[:at]
        at = name.find(b'/', at + 1)


def must_be_apart(text):
    every = names(text)
    directories, left = set(), {name.rpartition(b'/')[0] for name in every if b'/' in name}
    while left:
        directories |= left
        left = {each.rpartition(b'/')[0] for each in left if b'/' in each} - directories
    if not directories.isdisjoint(every):
        raise error.Abort(IN_A_FILE)


def has(text, name, version=b''):
    """Whether a list has the file; 'version': its hexadecimal id."""
    return begins_at(text, name + b'\0' + version)


def version(text, name):
    """What a list says of a file: its hexadecimal id, and what it is marked as. None: it has no such file."""
    at = place(text, name + b'\0')
    return text[at + len(name) + 1 : text.index(b'\n', at)] if text.startswith(name + b'\0', at) else None


def begins_at(text, beginning):
    """Whether a line begins so, of lines that are in order."""
    return text.startswith(beginning, place(text, beginning))


def place(text, beginning):
    """Where the first line is that begins so or comes after such ones."""
    low, high = 0, len(text)
    while low < high:
        middle = text.rfind(b'\n', low, (low + high) // 2) + 1 or low
        if text[middle : text.index(b'\n', middle)] < beginning:
            low = text.index(b'\n', middle) + 1
        else:
            high = middle
    return low
`;
