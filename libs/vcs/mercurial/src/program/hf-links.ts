/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether versions of files belong
 * to the changesets with which they come.
 */
export const hfLinks = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Whether versions of files belong to the changesets with which they come. Who has the changeset of a version is not sent
the version any more; and of what a changeset does not say it changes, nothing is sent with it. Who asks for one changeset
is sent what it comes from, and nothing of other heads.
"""
from array import array
import bisect
import contextlib
import hashlib
import os
import threading

import hf_copies
import hf_judged
import hf_lists
import hf_readable
import hf_symlinks
import hf_turns
from mercurial import error
from mercurial.node import nullrev

UNLISTED = b'there is a changeset that does not list a file that it changes: hg verify tells more'
UNLINKED = b'the push has a version of a file that is not of the changeset that it names: hg verify tells more'
UNKNOWN = b'there is a changeset that lists a file which neither it nor its parents have: hg verify tells more'
ELSEWHERE = (
    b'the push has a version of a file, or a list of files, that follows one which its changeset does not come from: '
    b'who pulls that changeset alone could not'
)
# Nobody makes two of the same number.
SECRET = os.urandom(16)


def number_of(name, version):
    """By which a version of a file is known: a first push brings millions of them."""
    return int.from_bytes(hashlib.blake2b(name + version, key=SECRET, digest_size=8).digest(), 'big')


def has(numbers, wanted):
    """Whether it is among numbers that are in order."""
    at = bisect.bisect_left(numbers, wanted)
    return at < len(numbers) and numbers[at] == wanted


class Several:
    """Which numbers were put here more than once. It may take one for another one."""

    def __init__(self, count):
        self.size = max(1 << 10, 16 * count)
        self.bits, self.often = bytearray(self.size // 8 + 1), set()

    def put(self, number):
        at, bit = divmod(number % self.size, 8)
        if self.bits[at] >> bit & 1:
            self.often.add(number)
        self.bits[at] |= 1 << bit


class Coming:
    """
    What changesets bring whose lists have come: of each the numbers of the versions of files that it lists and has, but
    for those of its parents; and of what its parents have of the same files. What comes first may be older than the
    rules about the latter: then nobody looks.
    """

    def __init__(self, repo, revs, is_first):
        self.repo, self.is_first, self.lists = repo, is_first, hf_lists.Lists(repo)
        self.found, self.before, self.links, self.revs = {}, {}, hf_symlinks.Links(), revs
        self.readable = hf_readable.Readable(repo, self.lists)
        # Of versions that several of them may bring, or that were there: the numbers of their parents, and of what they are
        # copies. And the numbers of those that have come.
        self.parents, self.copies, self.came = {}, {}, array('Q')
        for rev in revs:
            self.look_at(rev)
        self.several = Several(sum(map(len, self.found.values())))
        for numbers in self.found.values():
            for number in numbers:
                self.several.put(number)

    def look_at(self, rev):
        node = self.lists.of(rev)
        parents, listed = self.lists.of_parents(rev), set(self.lists.changes.changelogrevision(rev).files)
        before = None if self.is_first else hf_lists.Before(self.lists, node, parents)
        changed = () if node in parents else self.lists.changed(node, parents)
        found, known, left = [], [], set(listed)
        if changed and before and any(each not in (*parents, self.repo.nullid) for each in self.lists.log.parents(node)):
            raise error.Abort(ELSEWHERE)
        for name, version, flag in changed:
            left.discard(name)
            self.readable.add(name, version, rev)
            lines = before.lines(name) if before else ()
            if flag == b'l' and (version, flag) not in lines:
                self.links.add(name, number_of(name, version), rev)
            if name in listed:
                found.append(number_of(name, version))
                known += [number_of(name, each) for each, _ in lines]
                continue
            # A merge has the lines of both, and lists what neither of them has.
            before = before or hf_lists.Before(self.lists, node, parents)
            if all(each != version for each, _ in before.lines(name)):
                raise error.Abort(UNLISTED)
        if not self.is_first and not all(before.have(name) for name in left):
            raise error.Abort(UNKNOWN)
        self.found[rev], self.before[rev] = array('Q', sorted(found)), array('Q', sorted(known))

    def must_bring(self, log, name, rev):
        """A version of a file has been added. Any of the changesets that bring one may have it."""
        number = number_of(name, log.node(rev))
        if not has(self.found.get(log.linkrev(rev), ()), number):
            raise error.Abort(UNLINKED)
        self.links.must_be_sound(number, log, rev)
        if self.is_first:
            return
        self.came.append(number)
        parents = self.parents_of(log, name, rev)
        if not all(has(self.before[log.linkrev(rev)], each) for each in parents):
            raise error.Abort(ELSEWHERE)
        if number in self.several.often:
            self.note(number, parents, log, rev)

    def parents_of(self, log, name, rev):
        return [number_of(name, log.node(each)) for each in log.parentrevs(rev) if each != nullrev]

    def note(self, number, parents, log, rev):
        self.parents[number] = parents
        if log.parentrevs(rev)[0] == nullrev:
            self.copies[number] = hf_copies.copy_of(log, rev, log.rawdata(rev))

    def must_have_come(self):
        """To be called when all files have come. Looks at versions that several changesets bring, or that were there."""
        for rev in self.links.left():
            for number, log, _, at in self.versions(rev, self.links.numbers):
                self.links.must_be_sound(number, log, at)
        self.readable.must_be(self.revs)
        if self.is_first:
            return
        came = array('Q', sorted(self.came))
        for rev, numbers in self.found.items():
            before = self.before[rev]
            others = [each for each in numbers if not has(before, each)]
            older = {each for each in others if each not in self.parents and not has(came, each)}
            for number, log, name, at in self.versions(rev, older) if older else ():
                self.note(number, self.parents_of(log, name, at), log, at)
            for number in others:
                if not all(has(before, each) for each in self.parents.get(number, ())):
                    raise error.Abort(ELSEWHERE)
                hf_copies.note(rev, self.copies.get(number))
        hf_copies.must_be_known(self.repo, self.lists)

    def versions(self, rev, numbers):
        """Of what a changeset changes, the versions of these numbers: each with what is stored of its file, and its place."""
        for name, version, _ in self.lists.changed(self.lists.of(rev), self.lists.of_parents(rev)):
            number = number_of(name, version)
            if number in numbers:
                hf_turns.spend(hf_turns.OPENED)
                log = self.repo.file(name)._revlog
                if not log.index.has_node(version):
                    raise error.Abort(UNLINKED)
                yield number, log, name, log.rev(version)


class Mine(threading.local):
    """What this thread takes in. None: nobody looks at it."""

    coming = None


mine = Mine()


def coming(repo):
    """Of each changeset that is new and was not looked at yet: a transaction may take in several groups of them."""
    transaction, new = repo.currenttransaction(), hf_judged.new_changesets(repo)
    begin = max(new.start, getattr(transaction, 'hf_linked', 0))
    transaction.hf_linked = new.stop
    return Coming(repo, range(begin, new.stop), new.start == 0)


@contextlib.contextmanager
def looking(repo):
    """
    Files of a push are taken in, whose changesets and lists have been. Imports take what others have as it is: old
    programs have written odd histories.
    """
    if not hf_judged.Judging.is_on:
        yield
        return
    mine.coming = coming(repo)
    hf_copies.said.copies = None if mine.coming.is_first else []
    try:
        yield
        mine.coming.must_have_come()
    finally:
        mine.coming = hf_copies.said.copies = None


def must_be_linked(log, first):
    """The versions of a file from a number on have just been added."""
    if mine.coming is None:
        return
    name = log.radix.removeprefix(b'data/')
    for rev in range(first, len(log)):
        mine.coming.must_bring(log, name, rev)
`;
