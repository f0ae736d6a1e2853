/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether what new files are copies
 * of was there.
 */
export const hfCopies = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Whether what new files say that they are copies of was there. Clients look for it at each merge, and whenever one goes on
from a changeset that has the copy to one that has it not; where it is not to be found all of these fail.
"""
import threading

import hf_places
from hf_base import hexed
from mercurial import error
from mercurial.node import bin, nullrev
from mercurial.utils import storageutil

UNREADABLE = b'the push has a version of a file that no client can read: what is before its text has no end'
ODD = b'the push has a version of a file that older clients show as changed: before its text is something else than a copy'
UNKNOWN = b'changeset %s says of a file that it is a copy of one that was not there: hg verify tells more'
# Of one push: they are kept until all its files have come.
MOST = 500_000
TOO_MANY = b'the push has more than %d copies of files: push it in several parts' % MOST


class Said(threading.local):
    """Of what this thread takes in: the number of the changeset, what it is a copy of, and which version of that."""

    copies = None


said = Said()


def copy_of(log, rev, text):
    """
    The file, and the version of it (hexadecimal), of which a version is a copy by its text with all that is before it.
    None: of none.
    """
    if text[:2] != b'\1\n':
        return None
    try:
        about, begin = storageutil.parsemeta(text)
    except (AttributeError, ValueError):
        raise error.Abort(UNREADABLE)
    # All that Mercurial writes there: of what a version is a copy, or nothing, where its own text begins so.
    if about.keys() != {b'copy', b'copyrev'}:
        if said.copies is not None and (about or text[begin : begin + 2] != b'\1\n'):
            raise error.Abort(ODD)
        return None
    # Then nobody looks at it.
    if log.parentrevs(rev)[0] != nullrev:
        return None
    return about[b'copy'], about[b'copyrev']


def note(rev, copy):
    """A changeset brings a copy. None: it is none."""
    if said.copies is None or copy is None:
        return
    if len(said.copies) == MOST:
        raise error.Abort(TOO_MANY)
    said.copies.append((rev, *copy))


def must_be_known(repo, lists):
    """
    'lists': those of the changesets. What is copied has to be in that of a parent; before Mercurial 3.3 it was looked for
    in all that come before, too.
    """
    last, texts = None, []
    for rev, source, version in sorted(said.copies or ()):
        if rev != last:
            last, texts = rev, [lists.text(lists.of(each)) for each in repo.changelog.parentrevs(rev) if each != nullrev]
        if any(hf_places.has(text, source, version) for text in texts) and len(version) == 40:
            continue
        if not is_before(repo, source, version, rev):
            raise error.Abort(UNKNOWN % hexed(repo.changelog.node(rev))[:12].encode())


def is_before(repo, source, version, rev):
    """Whether a changeset that comes before this one has brought the version."""
    if any(part in (b'', b'.', b'..') for part in source.split(b'/')):
        return False
    try:
        log, node = repo.file(source), bin(version)
        return len(node) == 20 and log.hasnode(node) and repo.changelog.isancestorrev(log.linkrev(log.rev(node)), rev)
    except (OSError, ValueError, error.StorageError, error.ProgrammingError):
        return False
`;
