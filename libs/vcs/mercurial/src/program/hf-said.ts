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
MOST_COMPARED = 8


def covers(claim, other):
    """Whether it says as much as the other does of each place."""
    return claim == other or has_all(counts_of(claim), counts_of(other))


def counts_of(claim):
    return collections.Counter((*claim[1], claim[0]))


def has_all(counts, others):
    return all(counts[node] >= times for node, times in others.items())


def fullest(claims, now):
    """Those that say most and have the tag be here."""
    return heapq.nlargest(MOST_COMPARED, (claim for claim in claims if claim[0] == now), key=lambda each: len(each[1]))


class Known:
    """What some claims say of a tag. The time for it grows with what is said."""

    def __init__(self, claims):
        self.claims = claims
        self.whole = {digest_of(claim) for claim in claims}
        self.said = {each for node, former in claims for each in (node, *former)}
        self.counts = {}

    def is_continued(self, claim, now, more):
        """
        Whether it goes on with one of them, or of 'more' that are known, for the same place and with all changesets that
        are said, and no others, each as often as what says most of it: as whoever merges has it, or makes a tag once
        more. One that said less would have what others begin be less clear.
        """
        said = {claim[0], *claim[1]}
        if claim[0] != now or not all(each in self.said or each in more.said for each in said):
            return False
        if not said.issuperset(more.said) or sum(each in self.said for each in said) < len(self.said):
            return False
        if not any(digest in self.whole or digest in more.whole for digest in beginnings_of(claim)):
            return False
        if now not in self.counts:
            self.counts[now] = [counts_of(each) for each in fullest(self.claims, now)]
        counts = counts_of(claim)
        return all(has_all(counts, others) for others in self.counts[now])


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
