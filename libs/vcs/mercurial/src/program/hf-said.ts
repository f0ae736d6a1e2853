/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what lines of .hgtags say of a
 * tag, compared with what others say.
 */
export const hfSaid = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What lines of .hgtags say of a tag, compared with what others say. Claims are a changeset, and all those before it."""
import collections
import hashlib
import heapq


# What says most of a tag is compared: of so many claims one says all that another does.
MOST_COMPARED = 100


def covers(claim, other):
    """Whether it says as much as the other does of each place."""
    return claim == other or has_all(counts_of(claim), counts_of(other))


def counts_of(claim):
    return collections.Counter((*claim[1], claim[0]))


def has_all(counts, others):
    return all(counts[node] >= times for node, times in others.items())


def is_one_history(claims):
    """Whether one of them says all that the others do. Otherwise who merges some of them says less than all."""
    most = counts_of(max(claims, key=lambda each: len(each[1])))
    return all(has_all(most, counts_of(each)) for each in claims)


def compared(claims):
    """
    How many places clients look at, at most, to put together what versions say of a tag ('claims': how many say each).
    They go through the versions, and look for each line that any of those before has, as often as it has it, in the
    list of the next one: from its beginning, and to its end where it is not there.
    """
    lists = [((*former, node), many) for (node, former), many in claims.items()]
    copies = collections.Counter()
    for each, _ in lists:
        copies |= collections.Counter(each)
    lines, looks = sum(copies.values()), 0
    for each, many in lists:
        first = {node: at for at, node in reversed(list(enumerate(each)))}
        found = sum(copies[node] * (at + 1) for node, at in first.items())
        looks += many * (found + len(each) * (lines - sum(copies[node] for node in first)))
    return looks


def fullest(claims, now):
    """Those that say most and have the tag be here."""
    return heapq.nlargest(MOST_COMPARED, (claim for claim in claims if claim[0] == now), key=lambda each: len(each[1]))


class Known:
    """What some claims say of a tag. The time for it grows with what is said."""

    def __init__(self, claims):
        self.whole = {digest_of(claim) for claim in claims}
        self.said = {each for node, former in claims for each in (node, *former)}

    def is_merged(self, claim, now, parents):
        """
        Whether it is what whoever merges two versions makes of what they say ('parents'): it goes on with what is known,
        for the same place and with all changesets that are said, and no others, each no more often than both say it
        together: who merges two branches into each other has lines of both twice. That it says no less than either is
        asked of each version.
        """
        if claim[0] != now or len(parents) != 2:
            return False
        more, counts = Known(parents), counts_of(claim)
        if self.said | more.said != set(counts) or not has_all(sum(map(counts_of, parents), collections.Counter()), counts):
            return False
        return any(digest in self.whole or digest in more.whole for digest in beginnings_of(claim))


def beginnings_of(claim):
    """A digest of each beginning of what is said, one line after another."""
    digest = None
    for said in (*claim[1], claim[0]):
        digest = digest_on(digest, (said,))
        yield digest


def digest_on(digest, nodes):
    """Of what has a digest (None: nothing) and goes on with these."""
    # Somebody may have written ids of any length: what is before one has always as many bytes.
    digest = digest or bytes(16)
    for node in nodes:
        digest = hashlib.blake2b(digest + node, digest_size=16).digest()
    return digest


def digest_of(claim):
    return digest_on(None, (*claim[1], claim[0]))
`;
