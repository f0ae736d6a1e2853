/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the lists of files of changesets.
 */
export const hfLists = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The lists of files of changesets."""
import collections

from mercurial import manifest, mdiff
from mercurial.node import nullrev

# So many are kept: those of the parents of the next changeset are often among them.
KEPT = 4


class Lists:
    """Lists of files."""

    def __init__(self, repo):
        self.changes = repo.changelog
        self.log = repo.manifestlog.getstorage(b'')
        self.none = repo.nullid
        self.kept = collections.OrderedDict()

    def of(self, rev):
        """The id of the list of a changeset."""
        return self.changes.changelogrevision(rev).manifest

    def of_parents(self, rev):
        first, second = self.changes.parentrevs(rev)
        # The second parent of most is none.
        return [self.of(first)] + ([] if second == nullrev else [self.of(second)])

    def text(self, node):
        return b'' if node == self.none else self.log.rawdata(node)

    def read(self, node):
        if node not in self.kept:
            self.kept[node] = manifest.manifestdict(len(self.none), self.text(node))
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        return self.kept[node]

    def changed(self, node, parents):
        """
        Its lines, each with what the file is marked as, but for those that one of the parents has; some of these may be
        among them.
        """
        rev = self.log.rev(node)
        base = self.log.deltaparent(rev)
        if self.log.node(base) in parents:
            return manifest.manifestdict(len(self.none), mdiff.patchtext(self.log.revdiff(base, rev))).iterentries()
        differences = self.read(parents[0]).diff(self.read(node)).items()
        return [(name, *line) for name, (_, line) in differences if line[0] is not None]
`;
