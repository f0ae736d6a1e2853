/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what lines of .hgtags say of a
 * tag, compared with what others say.
 */
export const hfSaid = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What lines of .hgtags say of a tag, compared with what others say. Claims are a changeset, and all those before it."""
import collections
import hashlib


def covers(claim, other):
    """Whether it says as much as the other does of each place."""
    if claim == other:
        return True
    said = collections.Counter((*claim[1], claim[0]))
    return all(said[node] >= times for node, times in collections.Counter((*other[1], other[0])).items())


def all_begun_or_merged(claims, known, now):
    """
    Whether each of the claims begins one of those that are known; or goes on with one, for the same place and with
    changesets of which others say so, as whoever merges has it, or makes a tag once more. The time for it grows with
    what is said.
    """
    new = [claim for claim in claims if claim not in known]
    if not new:
        return True
    beginnings = {digest for claim in known for digest, may_be_all in beginnings_of(claim) if may_be_all}
    new = [claim for claim in new if digest_of(claim) not in beginnings]
    whole = {digest_of(claim) for claim in known}
    said = {each for node, former in known for each in (node, *former)}
    return all(
        claim[0] == now
        and said.issuperset(claim[1])
        and any(digest in whole for digest, _ in beginnings_of(claim))
        for claim in new
    )


def beginnings_of(claim):
    """
    A digest of each beginning of what is said, one line after another; and whether it may once have been all. For each
    move, as hg writes it, there are two lines, of which the first says where the tag was.
    """
    digest, last, is_odd = None, None, False
    for said in (*claim[1], claim[0]):
        digest = digest_on(digest, (said,))
        is_odd = said != last or not is_odd
        last = said
        yield digest, is_odd


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
