/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what single heads say of tags,
 * whichever of them counts.
 */
export const hfClaims = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What single heads say of tags, whichever of them counts."""
import collections
import hashlib
import itertools
import math

import hf_tags
from hf_base import text
from mercurial import encoding, tags as tagsmod

CONTESTED = (
    '%s: the .hgtags of some head says otherwise of this tag than others do: '
    'pull and merge, or remove the tag and make it again, or take its lines out there'
)
# So many changesets are gone through to put claims together in other orders: those of five claims are 120.
MOST_TRIED = 500_000
NOT_HERE = '%s: .hgtags says that this tag is at a changeset that is not here: push that too, or take the line out'


def contested(repo, before):
    """
    The tags of which heads say what may have them elsewhere, though nobody decides about it. Of two heads that know nothing
    of each other Mercurial takes the one that is nearer to the tip. So in clones that pulled in another order, and after the
    next commit of whoever it is, such a tag is elsewhere, or there.
    """
    earlier, files = hf_tags.files(before), hf_tags.files(repo)
    # What comes first may have been so elsewhere.
    if not len(before) or files == earlier:
        return
    change = Change(repo, before, earlier, files)
    for name in sorted(change.claims.keys() & change.now.keys()):
        if change.is_nowhere(name):
            yield NOT_HERE % text(name)
        elif change.is_contested(name):
            yield CONTESTED % text(name)


class Change:
    """What is said of tags before a push and after it, by these versions of .hgtags; and where the tags are."""

    def __init__(self, repo, before, earlier, files):
        self.repo, self.trial = repo, Trial()
        self.shown, self.left = before.tags(), repo.tags()
        self.was, self.now = together(before), together(repo)
        self.known, self.claims = {}, {}
        for file in earlier | files:
            for name, claim in said_in(repo, file).items():
                for counted, among in ((self.known, earlier), (self.claims, files)):
                    if file in among:
                        counted.setdefault(name, collections.Counter())[claim] += 1

    def is_nowhere(self, name):
        """Nobody would see it, and nobody could make a tag of this name."""
        node = self.now[name][0]
        is_new = name not in self.was or self.was[name][0] != node
        return is_new and node != self.repo.nullid and not self.repo.changelog.hasnode(node)

    def is_contested(self, name):
        claims, known = self.claims[name], self.known.get(name, {})
        if claims == known:
            return False
        is_there = name in self.shown
        is_moved = is_there and self.left.get(name) != self.shown[name]
        # Of a tag that stays where it is a branch says what it was when the branch was begun, and nothing else.
        if is_there and not is_moved and not all_begun(claims, known):
            return True
        others = self.trial.otherwise(name, claims, self.now[name][0])
        # Who moves a tag has it be there for all.
        if is_moved or not known:
            return bool(others)
        return not others <= self.trial.otherwise(name, known, self.was[name][0])


def all_begun(claims, known):
    """Whether each of the claims is how one of those that are known begins. The time for it grows with what is said."""
    new = [claim for claim in claims if claim not in known]
    if not new:
        return True
    beginnings = {beginning for claim in known for beginning in beginnings_of(claim)}
    return all(collections.deque(beginnings_of(claim), 1)[0] in beginnings for claim in new)


def beginnings_of(claim):
    """A digest of each beginning of what is said, one line after another."""
    digest = b''
    for said in (*claim[1], claim[0]):
        digest = hashlib.blake2b(digest + said, digest_size=16).digest()
        yield digest


def said_in(repo, file):
    """What a version of .hgtags says of each tag: its changeset, and all those before it."""
    lines = repo.file(b'.hgtags').read(file).splitlines()
    found = tagsmod._readtags(repo.ui, repo, lines, b'.hgtags')
    return {encoding.tolocal(name): (node, tuple(former)) for name, (node, former) in found.items()}


def together(repo):
    """What all heads say: of each tag its changeset, if only the empty or an unknown one, and those before it."""
    found = {}
    for name, claim in tagsmod.findglobaltags(repo.ui, repo).items():
        name = encoding.tolocal(name)
        if name not in found or claim[0] != repo.nullid:
            found[name] = claim
    return found


class Trial:
    """Puts claims together in each order, as long as that is little work."""

    def __init__(self):
        self.left = MOST_TRIED

    def otherwise(self, name, claims, now):
        """
        Where else a tag is in other orders of these claims, each as often as it is made; all that is said, if that would
        be too much work.
        """
        if wins(claims, now):
            return set()
        # The second time a claim may count for more than the first.
        each = [claim for claim, times in claims.items() for _ in range(min(times, 2))]
        work = sum(1 + len(former) for _, former in each) * (math.factorial(len(each)) if len(each) < 6 else MOST_TRIED)
        if work > self.left:
            return {node for node, _ in each} - {now}
        self.left -= work
        found = set()
        for order in itertools.permutations(each):
            known = {}
            for node, former in order:
                hf_tags.add_tags({name: (node, list(former))}, known)
            found.add(known[name][0])
        return found - {now}


def wins(claims, now):
    """
    Whether one claim alone has the tag be here in each order, by what can be known without trying. It says of all others
    that they came before. Where some of them say the same of it, the longer history counts: so its own is as long as theirs
    can become together, and what can be left of it is longer than each. Of two histories that are joined the one that was
    found last says how often a changeset is in them. The time for it grows with what is said.
    """
    others = {node for node, _ in claims} - {now}
    if not others:
        return True
    times = {claim: collections.Counter(claim[1]) for claim in claims}
    # Of each changeset how often it is said by whoever says it most often, by the next one, and least often.
    most, next_most, least = {}, {}, {}
    for counts in times.values():
        for said, count in counts.items():
            first = most.get(said, 0)
            most[said], next_most[said] = max(first, count), max(next_most.get(said, 0), min(first, count))
            least[said] = min(count, least.get(said, count))
    together = sum(most.values())
    longest = max((len(former) for node, former in claims if node != now and now in times[node, former]), default=-1)
    for (node, former), counts in times.items():
        if node != now or len(counts) < len(others) or not all(other in counts for other in others):
            continue
        own = {said: most[said] - next_most[said] for said, count in counts.items() if count == most[said]}
        is_said = most.get(now, 0) - own.get(now, 0) > 0
        if is_said and len(former) < together - sum(own.values()):
            continue
        if sum(least[said] for said in counts) > longest:
            return True
    return False
`;
