/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether clients can read the
 * subrepositories of what is pushed.
 */
export const hfReadable = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Whether clients can read the subrepositories of what is pushed: where they cannot, they neither check it out nor go on from
it. What a parent has, somebody else has brought: an import, or an earlier version of the server.
"""
import hf_places
import hf_subrepos
import hf_turns
from mercurial import error
from mercurial.node import bin, nullrev
from mercurial.utils import storageutil

# Bytes that Mercurial may write before a text.
LONGEST_HEAD = 16 << 10
# So many are remembered as they were read last; and so many parts of them.
KEPT, MOST_SOUND = 4, 20_000
# Of one push, in bytes that are read of .hgsub, and of paths in it.
MOST_WORK = 256 << 20
IN_THE_WAY = b'the push has a subrepository where there is a file, or in one: no client takes it'
TOO_MUCH = b'the push has too many long versions of .hgsub: push it in several parts'


class Readable:
    """Versions of .hgsubstate that come, and changesets that have another .hgsub, or other files that matter to it."""

    def __init__(self, repo, lists):
        self.repo, self.lists, self.states, self.subs = repo, lists, {}, set()
        self.known, self.sound, self.work = {}, set(), 0

    def add(self, name, version, rev):
        """A changeset has this version of a file, and its first parent has not."""
        if name == hf_subrepos.STATE:
            self.states.setdefault(version, []).append(rev)
        elif name == hf_subrepos.SUB:
            self.subs.add(rev)

    def must_be(self, revs):
        """'revs': all changesets that come, with their files."""
        for version, those in self.states.items():
            problem = hf_subrepos.state_problem(self.text(hf_subrepos.STATE, version))
            if problem and not all(self.is_of_parent(version, rev) for rev in those):
                raise error.Abort(problem)
        names = self.watched(revs) if len(self.repo.file(hf_subrepos.SUB)) else set()
        for rev in revs if names or self.subs else ():
            touched = names and not names.isdisjoint(self.repo.changelog.changelogrevision(rev).files)
            # A merge need not list what it takes from either side.
            if rev in self.subs or touched or names and len(self.parents(rev)) > 1:
                read, problem = self.judged(rev)
                names |= read
                if problem and not any(self.judged(each)[1] for each in self.parents(rev)):
                    raise error.Abort(problem)

    def watched(self, revs):
        """The files by which it may change what the changesets have from which these go on."""
        before = {each for rev in revs for each in self.parents(rev) if each < revs.start}
        return set().union(*(self.judged(each)[0] for each in before))

    def parents(self, rev):
        return [each for each in self.repo.changelog.parentrevs(rev) if each != nullrev]

    def list_of(self, rev):
        return self.lists.text(self.lists.of(rev))

    def is_of_parent(self, version, rev):
        texts = map(self.list_of, self.parents(rev))
        return any((hf_places.version(each, hf_subrepos.STATE) or b'')[:40] == version.hex().encode() for each in texts)

    def judged(self, rev):
        """
        What is wrong with the subrepositories of a changeset, None: nothing; and the files by which that may change: those
        that it includes, and such as would be in the way.
        """
        text = self.list_of(rev)
        found = hf_places.version(text, hf_subrepos.SUB)
        if found is None:
            return set(), None
        problem, names, places = self.known.get(found) or self.read(text, found)
        if problem is None and any(hf_places.has(text, each) for each in places):
            problem = IN_THE_WAY
        return names | places, problem

    def read(self, text, found):
        sub = hf_subrepos.Subrepos(lambda name: self.text_in(text, name), self.sound)
        if len(self.sound) > MOST_SOUND:
            self.sound.clear()
        paths = () if sub.problem else sub.sources
        places = {each for path in paths for each in (path, *hf_places.above(path))}
        self.work += sub.work + sum(map(len, places))
        hf_turns.spend(sub.work)
        if self.work > MOST_WORK:
            raise error.Abort(TOO_MUCH)
        said = sub.problem, sub.names, places
        # What it includes may be another one elsewhere.
        if len(sub.names) == 1:
            self.known[found] = said
            while len(self.known) > KEPT:
                del self.known[next(iter(self.known))]
        return said

    def text_in(self, text, name):
        found = hf_places.version(text, name)
        return None if found is None else self.text(name, bin(found[:40]))

    def text(self, name, version):
        """None: it is too long, or not there."""
        log = self.repo.file(name)._revlog
        if not log.index.has_node(version):
            return None
        rev = log.rev(version)
        if log.rawsize(rev) > hf_subrepos.MOST + LONGEST_HEAD:
            return None
        return storageutil.filtermetadata(log.rawdata(rev))
`;
