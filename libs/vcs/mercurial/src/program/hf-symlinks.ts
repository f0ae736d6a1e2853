/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether working copies can have
 * symbolic links.
 */
export const hfSymlinks = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether working copies can have symbolic links: a file is one by the list that names it, and leads to what is in it."""
from mercurial import encoding, error
from mercurial.utils import storageutil

NOWHERE = b'the push has a symbolic link to nowhere, or to a name that is too long: no working copy can have it'
# What clients read as their own, and write: they follow it.
OWN = {b'.hgtags', b'.hgsub', b'.hgsubstate', b'.hgignore', b'.hgsigs'}
OWN_LINK = b'the push has a symbolic link in place of %s: clients would read and write what it leads to'
# Bytes of where a symbolic link leads, and of what Mercurial may write before it.
LONGEST_TARGET, LONGEST_HEAD = 4095, 16 << 10
# Of one push.
MOST = 500_000
TOO_MANY = b'the push has more than %d symbolic links: push it in several parts' % MOST


class Links:
    """Versions of files that are links by a new list, by their numbers (hf_links), until it is known where they lead."""

    def __init__(self):
        self.numbers = {}

    def add(self, name, number, rev):
        """'rev': of the changeset that has the list."""
        if own_of(name) in OWN:
            raise error.Abort(OWN_LINK % name)
        self.numbers[number] = rev
        if len(self.numbers) > MOST:
            raise error.Abort(TOO_MANY)

    def left(self):
        """The changesets of those that have not come, which were there."""
        return set(self.numbers.values())

    def must_be_sound(self, number, log, rev):
        """'log': of what is stored of the file."""
        if number not in self.numbers:
            return
        if not is_sound(log, rev):
            raise error.Abort(NOWHERE)
        del self.numbers[number]


def own_of(name):
    """As file systems of macOS and Windows take it: without case, and without what HFS+ passes over."""
    return encoding.hfsignoreclean(name).decode('utf-8', 'replace').casefold().encode()


def is_sound(log, rev):
    if log.rawsize(rev) > LONGEST_TARGET + LONGEST_HEAD:
        return False
    text = storageutil.filtermetadata(log.rawdata(rev))
    return 0 < len(text) <= LONGEST_TARGET and b'\0' not in text
`;
