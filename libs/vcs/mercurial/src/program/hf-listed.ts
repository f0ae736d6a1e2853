/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how many files changesets may
 * name that are pushed.
 */
export const hfListed = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
How many files changesets may name that are pushed. Mercurial makes an object of each name, for each changeset anew, and
while it does no other thread runs: of a changeset that names the same files as the one before few bytes are sent.
"""
import hf_judged
import hf_room
from mercurial import error, mdiff

# Names in one changeset; what else Mercurial splits of it is counted with them.
MOST = 1_000_000
TOO_MANY = b'there is a changeset with more than the %d changed files that the server takes'
# So many of each changeset are free, since the changeset itself costs more.
FREE = 1_000
# All others of one push together.
MOST_IN_A_PUSH = 5_000_000
TOO_MANY_IN_A_PUSH = b'changesets of the push name too many changed files together: push them in several parts'
# Bytes that are looked at in one go.
PIECE = 1 << 20


def bounded(log, versions, fields):
    """The same, up to a changeset that names too many. 'fields': of a version, its base, its difference and its text."""
    for each in versions:
        if hasattr(log, 'changelogrevision') and not log.index.has_node(hf_judged.node_of(each)):
            must_be_few(named(log, *fields(each)))
        yield each


def must_be_few(names):
    if names > MOST:
        raise error.Abort(TOO_MANY % MOST)
    # An import has a process of its own.
    if hf_judged.Judging.is_on and names > FREE:
        hf_room.made.names += names - FREE
        if hf_room.made.names > MOST_IN_A_PUSH:
            raise error.Abort(TOO_MANY_IN_A_PUSH)


def named(log, base, delta, text):
    """How many names the text of a changeset has; 0: not more than are free."""
    if text is None:
        if delta is None or not log.index.has_node(base):
            return 0
        rev = log.rev(base)
        if log.rawsize(rev) + len(delta) <= 2 * FREE:
            return 0
        text = mdiff.patches(log.rawdata(rev), [delta])
    return names_of(text)


def names_of(text):
    """As Mercurial finds them: behind three lines, of which the last has properties, and before an empty one."""
    at = 0
    for _ in range(3):
        at = text.find(b'\n', at) + 1
        if not at:
            return 0
    found = count(text, b'\0', 0, at)
    end = text.find(b'\n\n', at - 1)
    return found if end < at else found + 1 + count(text, b'\n', at, end)


def count(text, byte, begin, end):
    """Stops where it is too many."""
    found = 0
    for at in range(begin, end, PIECE):
        found += text.count(byte, at, min(at + PIECE, end))
        if found > MOST:
            break
    return found
`;
