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
from mercurial import encoding, error, tags as tagsmod

CONTESTED = (
    '%s: the .hgtags of some head says otherwise of this tag than others do: '
    'pull and merge, or remove the tag and make it again, or take its lines out of the .hgtags of that head'
)
# Claims of a tag that are put together in all their orders: five have 120.
MOST_ORDERED = 5
# So many changesets at most are gone through for that: for one tag, and for all tags of a push.
MOST_FOR_A_TAG, MOST_FOR_A_PUSH = 100_000, 2_000_000
NOT_HERE = '%s: .hgtags says that this tag is at a changeset that is not here: push that too, or take the line out'
OF_OTHER_BYTES = '%s: .hgtags has this tag in another encoding than UTF-8, or in two: keep the lines of one'


def contested(repo, before):
    """
    The tags of which heads say what may have them elsewhere, though nobody decides about it. Of two heads that know
    nothing of each other Mercurial takes the one that is nearer to the tip. So in clones that pulled in another
    order, and after the next commit of whoever it is, such a tag is elsewhere, or there.
    """
    earlier, files = hf_tags.files(before), hf_tags.files(repo)
    # What comes first may have been so elsewhere.
    if not len(before) or files == earlier:
        return
    change = Change(repo, before, earlier, files)
    for name in sorted(change.claims.keys() & change.now.keys()):
        if change.is_other_way(name):
            yield OF_OTHER_BYTES % shown(name)
        elif change.is_nowhere(name):
            yield NOT_HERE % shown(name)
        elif change.is_contested(name):
            yield CONTESTED % shown(name)


def shown(name):
    return text(encoding.tolocal(name))


class Change:
    """
    What is said of tags before a push and after it, by these versions of .hgtags; and where the tags are. By their
    names as they are written: Mercurial joins what is said of each, and only then takes bytes that are no UTF-8 for
    the letters that they are in Latin-1.
    """

    def __init__(self, repo, before, earlier, files):
        self.before, self.repo, self.trial = before, repo, Trial()
        self.was, self.now = (tagsmod.findglobaltags(each.ui, each) for each in (before, repo))
        self.known, self.claims, self.ways = {}, {}, {}
        for file in earlier | files:
            for name, claim in said_in(repo, file).items():
                for counted, among in ((self.known, earlier), (self.claims, files)):
                    if file in among:
                        counted.setdefault(name, collections.Counter())[claim] += 1
        for name in self.claims:
            self.ways.setdefault(encoding.tolocal(name), []).append(name)

    def is_other_way(self, name):
        """
        Whether it is no UTF-8, or the name of another tag that is not, and nobody has written it so before; or it moves
        beside that one. Which of the two is seen depends on who looks, and when.
        """
        ways = self.ways[encoding.tolocal(name)]
        if all(is_utf8(each) for each in ways):
            return False
        return name not in self.known or (len(ways) > 1 and self.now[name][0] != self.was[name][0])

    def is_nowhere(self, name):
        """Nobody would see it, and nobody could make a tag of this name."""
        node = self.now[name][0]
        is_new = name not in self.was or self.was[name][0] != node
        return is_new and node != self.repo.nullid and not is_here(self.repo, node)

    def is_contested(self, name):
        claims, known = self.claims[name], self.known.get(name, {})
        if claims == known:
            return False
        is_there = name in self.was and is_here(self.before, self.was[name][0])
        is_moved = is_there and self.now[name][0] != self.was[name][0]
        # Of a tag that stays where it is a branch says what it was when the branch was begun, and nothing else.
        if is_there and not is_moved and not all_begun(claims, known):
            return True
        others = self.trial.otherwise(name, claims, self.now[name][0])
        # Who moves a tag has it be there for all.
        if not others or is_moved or not known:
            return bool(others)
        return not others <= self.trial.otherwise(name, known, self.was[name][0]) or self.trial.is_over


def is_here(repo, node):
    """Mercurial passes over what is no id, as a short one, and fails of that of the working directory."""
    try:
        return node != repo.nullid and repo.changelog.hasnode(node)
    except (ValueError, error.WdirUnsupported):
        return False


def all_begun(claims, known):
    """Whether each of the claims begins one of those that are known. The time for it grows with what is said."""
    new = [claim for claim in claims if claim not in known]
    if not new:
        return True
    beginnings = {beginning for claim in known for beginning in beginnings_of(claim)}
    return all(digest_of(claim) in beginnings for claim in new)


def beginnings_of(claim):
    """A digest of each beginning of what is said, one line after another."""
    digest = b''
    for said in (*claim[1], claim[0]):
        digest = hashlib.blake2b(digest + said, digest_size=16).digest()
        yield digest


def digest_of(claim):
    return collections.deque(beginnings_of(claim), 1)[0]


def said_in(repo, file):
    """What a version of .hgtags says of each tag: its changeset, and all those before it."""
    lines = repo.file(b'.hgtags').read(file).splitlines()
    found = tagsmod._readtags(repo.ui, repo, lines, b'.hgtags')
    return {name: (node, tuple(former)) for name, (node, former) in found.items()}


def is_utf8(name):
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


class Trial:
    """Puts the claims of tags together in each order, as long as that is little work."""

    def __init__(self):
        self.work_left = MOST_FOR_A_PUSH

    @property
    def is_over(self):
        """Whether what was answered last says nothing: the tags of the push have been too much work."""
        return self.work_left < 0

    def otherwise(self, name, claims, now):
        """
        Where else a tag is in other orders of these claims, each as often as it is made. All that is said, if that
        would be too much work: whether it would depends on these claims alone, so that of claims that were tried
        before only others can be too much.
        """
        if wins(claims, now):
            return set()
        # The second time a claim may count for more than the first.
        each = [claim for claim, times in claims.items() for _ in range(min(times, 2))]
        said = {node for node, _ in each} - {now}
        if len(each) > MOST_ORDERED:
            return said
        work = sum(1 + len(former) for _, former in each) * math.factorial(len(each))
        if work > MOST_FOR_A_TAG:
            return said
        self.work_left -= work
        if self.is_over:
            return said
        found = set()
        for order in itertools.permutations(each):
            joined = {}
            for node, former in order:
                hf_tags.add_tags({name: (node, list(former))}, joined)
            found.add(joined[name][0])
        return found - {now}


def wins(claims, now):
    """
    Whether one claim alone has the tag be here in each order, by what can be known without trying. It says of all
    others that they came before, and has the longer history against each that says the same of it. The time for it
    grows with what is said.
    """
    others = {node for node, _ in claims} - {now}
    if not others:
        return True
    said = Said(claims)
    rivals = (claim for claim in claims if claim[0] != now and now in said.times[claim])
    longest = max((len(former) for _, former in rivals), default=-1)
    return any(
        claim[0] == now
        and all(other in said.times[claim] for other in others)
        and (said.least_left(claim) > longest and not said.may_lose(claim, now))
        for claim in claims
    )


class Said:
    """
    How often claims say what a tag was. Of two histories that are joined the one that was found last says how often a
    changeset is in them.
    """

    def __init__(self, claims):
        self.times = {claim: collections.Counter(claim[1]) for claim in claims}
        # Of each changeset how often it is said by whoever says it most often, by the next one, and least often.
        self.most, self.next_most, self.least = {}, {}, {}
        for counts in self.times.values():
            for node, count in counts.items():
                first = self.most.get(node, 0)
                self.most[node] = max(first, count)
                self.next_most[node] = max(self.next_most.get(node, 0), min(first, count))
                self.least[node] = min(count, self.least.get(node, count))
        self.longest_joined = sum(self.most.values())

    def least_left(self, claim):
        """How long the history of the claim is at the least when it is joined with others that are found later."""
        return sum(self.least[node] for node in self.times[claim])

    def may_lose(self, claim, now):
        """Whether others, joined before it is found, may say that it came before and have the longer history."""
        counts = self.times[claim]
        own = {node: count - self.next_most[node] for node, count in counts.items() if count == self.most[node]}
        is_said = self.most.get(now, 0) - own.get(now, 0) > 0
        return is_said and len(claim[1]) < self.longest_joined - sum(own.values())
`;
