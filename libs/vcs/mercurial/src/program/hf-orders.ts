/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: where a tag is in all orders of
 * what heads say of it.
 */
export const hfOrders = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a tag is in all orders of what heads say of it: claims, each a changeset and those that were the tag before."""
import collections

# So much work at most is done to put claims together: for one tag, and for all tags of a push, for which it is a second
# or so. Ten claims of two changesets take 300,000.
MOST_FOR_A_TAG, MOST_FOR_A_PUSH = 1_000_000, 4_000_000


class Trial:
    """Puts the claims of tags together in each order, as long as that is little work."""

    def __init__(self):
        self.work_left = MOST_FOR_A_PUSH
        # Of many tags the same is said, but for the changesets.
        self.tried = {}

    @property
    def is_over(self):
        """Whether the tags of the push have been too much work, so that the next ones are not tried."""
        return self.work_left < 0

    def otherwise(self, claims, now):
        """
        Where else a tag is in other orders of these claims; None: it is not tried. Whether the bound of a tag is
        reached depends on its claims alone: one that was clear is not unclear by what a push says of others.
        """
        if wins(claims, now):
            return set()
        nodes, alike = numbered(claims)
        if alike not in self.tried:
            if self.is_over:
                return None
            self.tried[alike], work = ends_of(alike, len(nodes))
            self.work_left -= work
        ends = self.tried[alike]
        return None if ends is None else {nodes[end] for end in ends} - {now}


def numbered(claims):
    """The changesets in the order in which they are said, and claims that have their numbers, at most twice each."""
    numbers = {}
    for node, former in claims:
        for said in (*former, node):
            numbers.setdefault(said, len(numbers))
    alike = []
    for (node, former), times in claims.items():
        claim = numbers[node], tuple(numbers[said] for said in former)
        alike.append((claim, min(times, 2)))
    return list(numbers), tuple(alike)


def ends_of(alike, count):
    """
    Where a tag is in all orders of these claims of so many changesets, the second copy of each included, which may
    count for more than the first; None: it is too much work. And the work. What comes next meets the same whatever the
    order of those before it was, if these have the tag in one place and say as often of each changeset that it was
    there.
    """
    work = count * len(alike)
    if work > MOST_FOR_A_TAG:
        return None, count
    found = []
    for (node, former), _ in alike:
        counts = collections.Counter(former)
        found.append((node, tuple(counts[each] for each in range(count))))
    copies = tuple(times for _, times in alike)
    # By how many copies of each claim are still to come.
    states = {copies: {None}}
    for _ in range(sum(copies)):
        after = {}
        for left, joined in states.items():
            for at, times in enumerate(left):
                if times:
                    work += count * len(joined)
                    if work > MOST_FOR_A_TAG:
                        return None, work
                    rest = after.setdefault((*left[:at], times - 1, *left[at + 1 :]), set())
                    rest.update(joined_with(found[at], state) for state in joined)
        states = after
    return {node for joined in states.values() for node, _ in joined}, work


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
