/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: where a tag is in all orders of
 * what heads say of it.
 */
export const hfOrders = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a tag is in all orders of what heads say of it: claims, each a changeset and those that were the tag before."""
import collections

# So much work at most is done to put claims together: for one tag, and for all tags of a push, for which it is some
# seconds. Ten claims of two changesets that come once take 500,000.
MOST_FOR_A_TAG, MOST_FOR_A_PUSH = 1_000_000, 4_000_000
MOST_CLAIMS = 64


class Trial:
    """Puts the claims of tags together in each order, as long as that is little work."""

    def __init__(self):
        self.work_left = MOST_FOR_A_PUSH
        # Of many tags the same is said, but for the changesets.
        self.tried = {}

    @property
    def is_over(self):
        """Whether the tags have been too much work, so that the next ones are not tried."""
        return self.work_left < 0

    def otherwise(self, claims, now):
        """Where else a tag is in other orders of these claims; None: it is not tried."""
        nodes, alike = numbered(claims)
        if alike not in self.tried:
            if self.is_over:
                return None
            self.tried[alike], work = ends_of(alike, len(nodes))
            self.work_left -= work
        ends = self.tried[alike]
        return None if ends is None else {nodes[end] for end in ends} - {now}


def numbered(claims):
    """The changesets in the order in which they are said; and the claims by their numbers, and whether they come once."""
    numbers, alike = {}, []
    for (node, former), times in claims.items():
        for said in (*former, node):
            numbers.setdefault(said, len(numbers))
        alike.append((numbers[node], tuple(numbers[said] for said in former), times == 1))
    return list(numbers), tuple(alike)


def ends_of(alike, count):
    """
    Where a tag is in all orders of these claims of so many changesets; None: it is too much work. And the work. What
    does not come once may come any number of times, for another copy may count for more than the first. What comes
    next meets the same whatever came before, if that has the tag in one place and says as often of each changeset that
    it was there; so of all that come to the same only those are followed that have been through the most claims.
    """
    found, once, work = [], 0, count * len(alike)
    if work > MOST_FOR_A_TAG or len(alike) > MOST_CLAIMS:
        return None, count
    for at, (node, former, comes_once) in enumerate(alike):
        counts = collections.Counter(former)
        found.append((1 << at, (node, tuple(counts[each] for each in range(count)))))
        once |= comes_once << at
    through = {}
    coming = [(joined, claim) for claim, joined in found]
    while coming:
        joined, claims = coming.pop()
        known = through.setdefault((joined, claims & once), [])
        work += count + len(known)
        if work > MOST_FOR_A_TAG:
            return None, work
        if any(claims | each == each for each in known):
            continue
        known[:] = [claims, *(each for each in known if claims | each != claims)]
        left = [each for each in found if not each[0] & claims & once]
        work += count * len(left)
        coming.extend((joined_with(claim, joined), claims | bit) for bit, claim in left)
    every = (1 << len(found)) - 1
    return {node for ((node, _), _), known in through.items() if every in known}, work


def joined_with(found, known):
    """As hf_tags.add_tags does it, for one tag: numbers of changesets, and how often each is said."""
    if known is None:
        return found
    (node, former), (other, others) = found, known
    if node != other and others[node] and (not former[other] or sum(others) > sum(former)):
        node = other
    return node, tuple(own or theirs for own, theirs in zip(former, others))


def wins(claims, now):
    """
    Whether one claim alone has the tag be here in each order, whichever claims are made how often. It says of all others
    that they came before, and has the longer history against each that says the same of it. The time for it grows with
    what is said. Of claims that begin one another this is so of all tags that are in one place in each order; of
    others, it is not of very few of them.
    """
    return bool(winners(claims, now))


def winners(claims, now):
    """Of these claims those that win so."""
    others = {node for node, _ in claims} - {now}
    if not others:
        return claims
    said = Said(claims)
    rivals = (claim for claim in claims if claim[0] != now and now in said.times[claim])
    longest = max((len(former) for _, former in rivals), default=-1)
    return [
        claim
        for claim in claims
        if claim[0] == now
        and all(other in said.times[claim] for other in others)
        and said.least_left(claim) > longest
        and not said.may_lose(claim, now)
    ]


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
