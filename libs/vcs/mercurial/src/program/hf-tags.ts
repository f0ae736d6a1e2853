/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how the tags of all heads are put
 * together.
 */
export const hfTags = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""How the tags of all heads are put together: as Mercurial does it, but in time that grows with their lines."""
import collections
import gc
import os

import hf_alike  # remembers no tags of what is new
import hf_base
import hf_written
from mercurial import tags as tagsmod

# Bytes and lines of .hgtags in all heads together: pushes read them all. A line may be three bytes long.
MOST, MOST_LINES = int(os.environ.get('HF_TAGS', 64 << 20)), 200_000
TOO_MANY = (
    '.hgtags of all heads together would be larger than the %d MiB or %d lines that the server allows'
    % (MOST >> 20, MOST_LINES)
)
LONGEST = ': merge what has the largest, or make that shorter: %s of branch %s'
# Heads of a repository, closed ones too: each push looks for the tags and the branch of each, twice, for ever.
MOST_HEADS = int(os.environ.get('HF_HEADS', 20_000))
TOO_MANY_HEADS = 'the repository would have more than %d heads, with those of closed branches: merge some' % MOST_HEADS
# So many changesets of a tag are looked through one by one.
FEW = 64


def tags_file(cache, found):
    """
    Which .hgtags a changeset has, as whoever clones finds it. Mercurial goes by the stored difference of the list of files,
    which does not tell that it was removed, and is what the client sent. One head whose list cannot be read keeps nobody
    from the tags of the others.
    """
    try:
        return cache._repo[found].manifest().get(b'.hgtags') or cache._repo.nullid
    except ValueError:
        return cache._repo.nullid


class Former:
    """
    The changesets that a tag had before, each as often as it is said. Mercurial has a list, goes through all of it for each
    line of each further head, and asks for its length, for what is in it, and for all that is.
    """

    def __init__(self, nodes):
        self.times, self.length = dict(collections.Counter(nodes)), len(nodes)

    def __len__(self):
        return self.length

    def __contains__(self, node):
        return node in self.times

    def __iter__(self):
        return (node for node, times in self.times.items() for _ in range(times))

    def follow(self, nodes):
        """Becomes these, and of its own those that are not among them."""
        times = collections.Counter(nodes)
        self.length += len(nodes) - sum(self.times.get(node, 0) for node in times)
        self.times.update(times)


def together(nodes, former):
    if not isinstance(former, Former):
        if len(nodes) + len(former) < FEW:
            return [*nodes, *(node for node in former if node not in nodes)]
        former = Former(former)
    former.follow(nodes)
    return former


def add_tags(found, known, sort=None, sorts=None):
    """
    As Mercurial's own: what is known of a tag wins where it came after what is found; or both came after each other, and it
    has more changesets. Else what is found wins, for it is nearer to the tip.
    """
    for name, (node, former) in found.items():
        if name in known:
            other, others = known[name]
            is_older = node != other and node in others
            if is_older and (other not in former or len(others) > len(former)):
                node = other
            elif sort is not None:
                sorts[name] = sort
            known[name] = node, together(former, others)
        else:
            known[name] = node, former
            if sort is not None:
                sorts[name] = sort


def files(repo):
    """The different .hgtags of all heads."""
    return set(tagsmod._getfnodes(repo.ui, repo, repo.heads()).values())


def lines(repo, versions):
    return sum(said.lines for said in hf_written.each_said(repo, versions))


def too_many(repo):
    """What is wrong where all heads together have more than they may, and more than before the transaction; or None."""
    now, was = files(repo), files(hf_base.before(repo))
    if now == was:
        return None
    size = sum(hf_written.sizes(repo, now).values())
    if size > MOST and size > sum(hf_written.sizes(repo, was).values()):
        return TOO_MANY + largest(repo)
    # What is shorter has not so many.
    count = lines(repo, now) if size > MOST_LINES else 0
    return TOO_MANY + largest(repo) if count > MOST_LINES and count > lines(repo, was) else None


def largest(repo):
    """Says which head has the largest."""
    found = tagsmod._getfnodes(repo.ui, repo, repo.heads())
    sizes = hf_written.sizes(repo, found.values())
    head = max(found, key=lambda each: sizes[found[each]])
    return LONGEST % (hf_base.hexed(head)[:12], hf_base.text(repo[head].branch()))


def become_too_many_heads(repo):
    """Whether there are more heads than there may be, and more than before the transaction."""
    count = len(repo.heads())
    return count > MOST_HEADS and count > len(hf_base.before(repo).heads())


find_tags = tagsmod.findglobaltags


def find_quickly(*asked):
    """
    What is made of so many lines the collector would go through again and again: none of it is free meanwhile. In the
    order in which clients remember it: of two names that mean the same the last one counts.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return dict(sorted(find_tags(*asked).items()))
    finally:
        if collects:
            gc.enable()


tagsmod.hgtagsfnodescache._computefnode = tags_file
tagsmod._updatetags = add_tags
tagsmod.findglobaltags = find_quickly
`;
