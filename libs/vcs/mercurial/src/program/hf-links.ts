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

import hf_copies
import hf_judged
from mercurial import error, manifest, mdiff
from mercurial.node import nullrev
from mercurial.utils import storageutil

UNLISTED = b'there is a changeset that does not list a file that it changes: hg verify tells more'
NOWHERE = b'the push has a symbolic link to nowhere, or to a name that is too long: no working copy can have it'
UNLINKED = b'the push has a version of a file that is not of the changeset that it names: hg verify tells more'


# Nobody makes two of the same number.
SECRET = os.urandom(16)


def number_of(name, version):
    """By which a version of a file is known: a first push brings millions of them."""
    return int.from_bytes(hashlib.blake2b(name + version, key=SECRET, digest_size=8).digest(), 'big')


class Mine(threading.local):
    """
    What the changesets bring that this thread takes in, as sorted numbers. None: they are not looked at. And those of them
    that are symbolic links.
    """

    brought = None
    links = ()


mine = Mine()


# Bytes of where a symbolic link leads, and of what Mercurial may write before it.
LONGEST_TARGET, LONGEST_HEAD = 4095, 16 << 10
# Of one push.
MOST_LINKS = 500_000
TOO_MANY_LINKS = b'the push has more than %d symbolic links: push it in several parts' % MOST_LINKS


def leads_anywhere(text):
    """Whether a working copy can have a symbolic link of this text."""
    return 0 < len(text) <= LONGEST_TARGET and b'\0' not in text


def is_sound_link(log, rev):
    """'log': of what is stored of a file."""
    if log.rawsize(rev) > LONGEST_TARGET + LONGEST_HEAD:
        return False
    return leads_anywhere(storageutil.filtermetadata(log.rawdata(rev)))


class Lists:
    """Lists of files."""

    def __init__(self, repo):
        self.repo, self.changes, self.links = repo, repo.changelog, set()
        self.log = repo.manifestlog.getstorage(b'')
        self.none = repo.nullid

    def of(self, rev):
        """The id of the list of a changeset."""
        return self.changes.changelogrevision(rev).manifest

    def text(self, node):
        return b'' if node == self.none else self.log.rawdata(node)

    def read(self, node):
        return manifest.manifestdict(len(self.none), self.text(node))

    def changed(self, node, parents):
        """
        Its lines, each with what the file is marked as, but for those that one of the parents has; some of these may be
        among them.
        """
        rev = self.log.rev(node)
        base = self.log.deltaparent(rev)
        if self.log.node(base) in parents:
            return manifest.manifestdict(len(self.none), mdiff.patchtext(self.log.revdiff(base, rev))).iterentries()
        differences = self.read(parents[0]).diff(self.read(node)).items()
        return [(name, *line) for name, (_, line) in differences if line[0] is not None]

    def brought(self, rev):
        """The versions of files that a changeset lists and has, but for those of its parents; by their names."""
        node = self.of(rev)
        # The second parent of most is none.
        first, second = self.changes.parentrevs(rev)
        parents = [self.of(first)] + ([] if second == nullrev else [self.of(second)])
        if node in parents:
            return ()
        listed, found, before = set(self.changes.changelogrevision(rev).files), [], None
        for name, version, flag in self.changed(node, parents):
            if flag == b'l':
                self.note_link(name, version, parents)
            if name in listed:
                found.append(number_of(name, version))
                continue
            # A merge has the lines of both, and lists what neither of them has.
            before = before or [self.read(each) for each in parents]
            if all(each.get(name) != version for each in before):
                raise error.Abort(UNLISTED)
        return array('Q', sorted(found))

    def note_link(self, name, version, parents):
        """Of one that is there already is looked where it leads; what comes is looked at then."""
        number = number_of(name, version)
        if number in self.links:
            return
        if len(self.links) == MOST_LINKS:
            raise error.Abort(TOO_MANY_LINKS)
        self.links.add(number)
        log = self.repo.file(name)
        if not log.hasnode(version) or is_sound_link(log._revlog, log.rev(version)):
            return
        # What others have brought is there to stay.
        before = [self.read(each) for each in parents]
        if all((each.get(name), each.flags(name)) != (version, b'l') for each in before):
            raise error.Abort(NOWHERE)


def brought(repo):
    """Of each changeset that is new and was not looked at yet: a transaction may take in several groups of them."""
    transaction, new = repo.currenttransaction(), hf_judged.new_changesets(repo)
    begin = max(new.start, getattr(transaction, 'hf_linked', 0))
    transaction.hf_linked = new.stop
    lists = Lists(repo)
    return {rev: lists.brought(rev) for rev in range(begin, new.stop)}, lists.links


@contextlib.contextmanager
def looking(repo):
    """
    Files of a push are taken in, whose changesets and lists have been. Imports take what others have as it is: old
    programs have written odd histories.
    """
    is_judged = hf_judged.Judging.is_on
    mine.brought, mine.links = brought(repo) if is_judged else (None, ())
    # What comes first may be older than the rule.
    hf_copies.said.copies = [] if is_judged and hf_judged.new_changesets(repo).start > 0 else None
    try:
        yield
        if hf_copies.said.copies:
            hf_copies.must_be_known(repo, Lists(repo))
    finally:
        mine.brought, mine.links, hf_copies.said.copies = None, (), None


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
        if wanted in mine.links and not is_sound_link(log, rev):
            raise error.Abort(NOWHERE)
`;
