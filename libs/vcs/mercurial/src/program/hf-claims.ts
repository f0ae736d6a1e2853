/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what single heads say of tags,
 * whichever of them counts.
 */
export const hfClaims = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What single heads say of tags, whichever of them counts."""
import collections

import hf_orders
import hf_said
import hf_tags
import hf_versions
import hf_written
from hf_base import text
from mercurial import encoding, error, tags as tagsmod
from mercurial.node import wdirid

CONTESTED = (
    '%s: the .hgtags of some head says otherwise of this tag than others do: '
    'pull and merge, or remove the tag, push, and make it again, or take its lines out of the .hgtags of that head'
)
NOT_HERE = '%s: .hgtags says that this tag is at a changeset that is not here: push that too, or take the line out'
LOST = '%s: .hgtags says less of where this tag has been than before: keep all its lines, of both heads of a merge'
BETWEEN = (
    '%s: some changeset of the push has lines of this tag that no head has: '
    'whoever began a branch there would have it elsewhere'
)
OF_OTHER_BYTES = '%s: .hgtags has this tag in another encoding than UTF-8, or in two: keep the lines of one'
SLOW = '%s: .hgtags says that this tag was at so many places that clients would take minutes to read it'
# So many places clients look at to know the tags that all heads have: it takes them some ten seconds.
MOST_LOOKS = 1_000_000_000
# Lines of a tag, with fewer of which it is not counted.
FEW = 1_000
# Copies of a claim: for more of them more heads may say so, which is the same.
MANY = 2


def contested(repo, before):
    """
    The tags of which heads say what may have them elsewhere, though nobody decides about it. Of two heads that know
    nothing of each other Mercurial takes the one that is nearer to the tip. So in clones that pulled in another
    order, and after the next commit of whoever it is, such a tag is elsewhere, or there.
    """
    # What comes first may have been so elsewhere.
    if not len(before):
        return
    earlier, files, coming = hf_tags.files(before), hf_tags.files(repo), hf_versions.steps(repo)
    if files == earlier and not coming:
        return
    change = Change(repo, before, earlier, files)
    slow, wrong = change.slow(), set()
    if slow is not None:
        yield SLOW % shown(slow)
    for name in sorted(change.names):
        problem = change.problem_of(name)
        if problem:
            wrong.add(name)
            yield problem % shown(name)
    for name, version in hf_versions.strange(repo, change, coming):
        if name not in wrong:
            yield (LOST if version is None else CONTESTED if version in files else BETWEEN) % shown(name)


def shown(name):
    return text(encoding.tolocal(name))


class Change:
    """
    What is said of tags before a push and after it, by these versions of .hgtags; and where the tags are. By their
    names as they are written: Mercurial joins what is said of each, and only then takes bytes that are no UTF-8 for
    the letters that they are in Latin-1.
    """

    def __init__(self, repo, before, earlier, files):
        self.before, self.repo, self.trial = before, repo, hf_orders.Trial()
        self.was, self.now = (tagsmod.findglobaltags(each.ui, each) for each in (before, repo))
        self.ways = {}
        both, gone, new = (said_by(repo, each) for each in (earlier & files, earlier - files, files - earlier))
        # How many versions say so.
        self.had, self.has = joined(both, gone), joined(both, new)
        said = copies(both)
        self.known, self.claims = ({**said, **copies(each, more)} for each, more in ((self.had, gone), (self.has, new)))
        # Of others the same is said, and they are where they were.
        self.names = gone.keys() | new.keys() | moved(self.was, self.now)
        for name in self.claims:
            self.ways.setdefault(encoding.tolocal(name), []).append(name)

    def slow(self):
        """The tag by which tags become slow to read for clients, which compare each place with each other; or None."""
        now = looks(self.has)
        if sum(now.values()) <= MOST_LOOKS:
            return None
        was = looks(self.had)
        if sum(now.values()) <= sum(was.values()):
            return None
        return max(now, key=lambda name: now[name] - was[name])

    def problem_of(self, name):
        """What is wrong with what heads say of a tag; None: nothing is."""
        if self.is_no_changeset(name):
            return NOT_HERE
        if name in self.claims and name in self.now:
            if self.is_other_way(name):
                return OF_OTHER_BYTES
            if self.is_nowhere(name):
                return NOT_HERE
            if self.is_contested(name):
                return CONTESTED
        return LOST if self.is_lost(name) else None

    def is_other_way(self, name):
        """
        Whether it is no UTF-8, or the name of another tag that is not, and nobody has written it so before; or it moves
        beside that one. Which of the two is seen depends on who looks, and when.
        """
        ways = self.ways[encoding.tolocal(name)]
        if all(is_utf8(each) for each in ways):
            return False
        return name not in self.known or (len(ways) > 1 and self.now[name][0] != self.was[name][0])

    def is_no_changeset(self, name):
        """Whether a head says that it is at the working directory: clients fail that have no other head."""
        new = self.claims.get(name, {}).keys() - self.known.get(name, {}).keys()
        return any(node == wdirid for node, _ in new)

    def is_nowhere(self, name):
        """Nobody would see it, and nobody could make a tag of this name."""
        node = self.now[name][0]
        is_new = name not in self.was or self.was[name][0] != node
        return is_new and node != self.repo.nullid and not is_here(self.repo, node)

    def is_there(self, name):
        """Whether there was such a tag, at a changeset that is here."""
        return name in self.was and is_here(self.before, self.was[name][0])

    def stays(self, name):
        """Whether there was such a tag, or one that was removed, and it is where it was."""
        nowhere = self.repo.nullid, ()
        was = self.was.get(name, nowhere)[0]
        is_known = name in self.was and (was == self.repo.nullid or self.is_there(name))
        return is_known and self.now.get(name, nowhere)[0] == was

    def is_lost(self, name):
        """
        Whether of a tag that stays nobody says any more as fully what some head said for its place. It wins over what
        others say, those too that somebody has not pushed yet.
        """
        claims, known = self.claims.get(name, {}), self.known.get(name, {})
        if claims == known or not self.stays(name):
            return False
        now = self.was[name][0]
        # Others may have longer ones, as many as they like: they are not before what this push says.
        fullest = (*hf_said.fullest(claims.keys() - known.keys(), now), *hf_said.fullest(claims, now))
        fullest = [hf_said.counts_of(claim) for claim in fullest]
        kept = (hf_said.counts_of(claim) for claim in known if claim[0] == now and claim not in claims)
        return not all(any(hf_said.has_all(counts, each) for counts in fullest) for each in kept)

    def is_contested(self, name):
        claims, known = self.claims[name], self.known.get(name, {})
        if claims == known:
            return False
        is_moved = self.is_there(name) and not self.stays(name)
        was, now = self.was[name][0] if known else None, self.now[name][0]
        if not known and not hf_said.is_one_history(claims):
            return True
        if hf_orders.wins(claims, now):
            return False
        # Whoever may push may make tags of his own and begin branches. Neither makes a tag that has to be tried, so that
        # the work for them is not used up.
        if not known or (not is_moved and hf_orders.wins(known, was)):
            return True
        others = self.trial.otherwise(claims, now)
        if others == set():
            return False
        # Who moves a tag has it be there for all.
        if is_moved:
            return True
        earlier = self.trial.otherwise(known, was)
        if earlier is None:
            return not is_part(claims, known)
        return others is None or not others <= earlier


def said_by(repo, files):
    """What these versions say of each tag, and how many of them do."""
    found = collections.defaultdict(collections.Counter)
    for said in hf_written.each_said(repo, sorted(files, key=repo.file(b'.hgtags').rev)):
        for name, claim in said.tags.items():
            found[name][claim] += 1
    return dict(found)


def joined(said, more):
    return {**said, **{name: said.get(name, collections.Counter()) + claims for name, claims in more.items()}}


def moved(was, now):
    """The tags of which Mercurial found another changeset."""
    nothing = None, ()
    return {name for name in was.keys() | now.keys() if was.get(name, nothing)[0] != now.get(name, nothing)[0]}


def copies(versions, names=None):
    """Claims of these tags (None: of all), and how often each is made, as far as that matters."""
    return {name: collections.Counter({claim: min(times, MANY) for claim, times in versions[name].items()})
            for name in (versions if names is None else names)}


def looks(versions):
    """How many places clients look at to know where a tag is, of each tag with many lines."""
    found = collections.Counter()
    for name, claims in versions.items():
        if sum(times * len(former) for (_, former), times in claims.items()) > FEW and sum(claims.values()) > 1:
            found[name] = hf_said.compared(claims)
    return found


def is_here(repo, node):
    """Mercurial passes over what is no id, as a short one, and fails of that of the working directory."""
    try:
        return node != repo.nullid and repo.changelog.hasnode(node)
    except (ValueError, error.WdirUnsupported):
        return False


def is_utf8(name):
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_part(claims, known):
    """Whether these are among those that are known."""
    return all(times <= known.get(claim, 0) for claim, times in claims.items())
`;
