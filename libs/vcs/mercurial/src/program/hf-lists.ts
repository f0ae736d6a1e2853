/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the lists of files of changesets.
 */
export const hfLists = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The lists of files of changesets."""
import collections

import hf_judged
import hf_places
import hf_stored
from mercurial import manifest, mdiff
from mercurial.node import bin, nullrev

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
        """Those that come are compared with their ids before, once."""
        return b'' if node == self.none else hf_stored.text_of(self.log._revlog, self.log.rev(node))

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

    def replaced(self, node, parents):
        """
        Where a list is stored as a difference to that of the only parent: the lines of that one which it has not, by their
        names. None: it is not.
        """
        rev = self.log.rev(node)
        base = self.log.deltaparent(rev)
        if len(parents) > 1 or self.log.node(base) != parents[0]:
            return None
        text = self.text(parents[0])
        lines = b''.join(text[begin:end] for (begin, end), _ in hf_judged.parts(self.log.revdiff(base, rev)))
        return {name: rest for name, _, rest in (line.partition(b'\0') for line in lines.split(b'\n') if line)}


class Before:
    """What the parents of a changeset have. To read their lists takes longer than to look at what is replaced."""

    def __init__(self, lists, node, parents):
        self.lists, self.parents = lists, parents
        self.replaced = None if node in parents else lists.replaced(node, parents)

    def lines(self, name):
        """Of a file that the changeset has otherwise: its version and what it is marked as, in each that has it."""
        if self.replaced is None:
            return [(each[name], each.flags(name)) for each in map(self.lists.read, self.parents) if name in each]
        line = self.replaced.get(name)
        return [] if line is None else [(bin(line[:40]), line[40:])]

    def have(self, name):
        if self.replaced is not None and name in self.replaced:
            return True
        return any(hf_places.has(self.lists.text(each), name) for each in self.parents)
`;
