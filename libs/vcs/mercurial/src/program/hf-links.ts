/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether versions of files belong
 * to the changesets with which they come.
 */
export const hfLinks = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Whether versions of files belong to the changesets with which they come. Who has the changeset of a version is not sent
the version any more; and of what a changeset does not say it changes, nothing is sent with it.
"""
from array import array
import bisect
import contextlib
import hashlib
import os
import threading

import hf_judged
from mercurial import error, manifest, mdiff
from mercurial.node import nullrev

UNLISTED = b'there is a changeset that does not list a file that it changes: hg verify tells more'
UNLINKED = b'the push has a version of a file that is not of the changeset that it names: hg verify tells more'


# Nobody makes two of the same number.
SECRET = os.urandom(16)


def number_of(name, version):
    """By which a version of a file is known: a first push brings millions of them."""
    return int.from_bytes(hashlib.blake2b(name + version, key=SECRET, digest_size=8).digest(), 'big')


class Mine(threading.local):
    """What the changesets bring that this thread takes in, as sorted numbers. None: they are not looked at."""

    brought = None


mine = Mine()


class Lists:
    """Lists of files."""

    def __init__(self, repo):
        self.changes = repo.changelog
        self.log = repo.manifestlog.getstorage(b'')
        self.none = repo.nullid

    def of(self, rev):
        """The id of the list of a changeset."""
        return self.changes.changelogrevision(rev).manifest

    def read(self, node):
        text = b'' if node == self.none else self.log.rawdata(node)
        return manifest.manifestdict(len(self.none), text)

    def changed(self, node, parents):
        """Its lines, but for those that one of the parents has; some of these may be among them."""
        rev = self.log.rev(node)
        base = self.log.deltaparent(rev)
        if self.log.node(base) in parents:
            return manifest.manifestdict(len(self.none), mdiff.patchtext(self.log.revdiff(base, rev))).items()
        differences = self.read(parents[0]).diff(self.read(node)).items()
        return [(name, line[0]) for name, (_, line) in differences if line[0] is not None]

    def brought(self, rev):
        """The versions of files that a changeset lists and has, but for those of its parents; by their names."""
        node = self.of(rev)
        # The second parent of most is none.
        first, second = self.changes.parentrevs(rev)
        parents = [self.of(first)] + ([] if second == nullrev else [self.of(second)])
        if node in parents:
            return ()
        listed, found, before = set(self.changes.changelogrevision(rev).files), [], None
        for name, version in self.changed(node, parents):
            if name in listed:
                found.append(number_of(name, version))
                continue
            # A merge has the lines of both, and lists what neither of them has.
            before = before or [self.read(each) for each in parents]
            if all(each.get(name) != version for each in before):
                raise error.Abort(UNLISTED)
        return array('Q', sorted(found))


def brought(repo):
    """Of each changeset that is new and was not looked at yet: a transaction may take in several groups of them."""
    transaction, new = repo.currenttransaction(), hf_judged.new_changesets(repo)
    begin = max(new.start, getattr(transaction, 'hf_linked', 0))
    transaction.hf_linked = new.stop
    lists = Lists(repo)
    return {rev: lists.brought(rev) for rev in range(begin, new.stop)}


@contextlib.contextmanager
def looking(repo):
    """
    Files of a push are taken in, whose changesets and lists have been. Imports take what others have as it is: old
    programs have written odd histories.
    """
    mine.brought = brought(repo) if hf_judged.Judging.is_on else None
    try:
        yield
    finally:
        mine.brought = None


def must_be_linked(log, first):
    """The versions of a file from a number on have just been added. Any of the changesets that bring one may have it."""
    if mine.brought is None:
        return
    name = log.radix.removeprefix(b'data/')
    for rev in range(first, len(log)):
        found, wanted = mine.brought.get(log.linkrev(rev), ()), number_of(name, log.node(rev))
        at = bisect.bisect_left(found, wanted)
        if at == len(found) or found[at] != wanted:
            raise error.Abort(UNLINKED)
`;
