/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what is written in versions of
 * .hgtags.
 */
export const hfWritten = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What is written in versions of .hgtags. There may be one for each head, and each push asks for all of them."""
import collections
import threading

import hf_base
from mercurial import mdiff, tags as tagsmod
from mercurial.node import nullrev

# Memory (bytes) of what is kept for who asks next: of texts for one reader, of what versions say for all. Those of one
# repository have room, as large as they may be (hf_tags): else each would be read anew by whoever asks for all.
MOST_TEXTS, MOST_SAID = 16 << 20, 160 << 20
# About so much memory (bytes) takes a version, the name of a tag, a changeset.
VERSION, NAME, CHANGESET = 500, 250, 60
# A version may be stored as one of a thousand differences after each other: the text is kept after so many of them.
STEP = 16

# How many lines a version has, and of each tag (name): its changeset, and (tuple) those before it.
Said = collections.namedtuple('Said', 'lines tags')


class Kept:
    """The last ones of what was put here, as far as it has room (bytes). Threads may share it."""

    def __init__(self, room):
        self.most = self.room = room
        self.every, self.guard = collections.OrderedDict(), threading.Lock()

    def get(self, key):
        with self.guard:
            if key not in self.every:
                return None
            self.every.move_to_end(key)
            return self.every[key][0]

    def put(self, key, value, size):
        with self.guard:
            if key in self.every or size > self.most:
                return
            self.every[key], self.room = (value, size), self.room - size
            while self.room < 0:
                self.room += self.every.popitem(last=False)[1][1]

    def let_go(self):
        with self.guard:
            self.every.clear()
            self.room = self.most


class Texts:
    """
    Texts of the versions of a file. Mercurial begins with what the first of their differences goes on from, for each; here
    those that go on from one text begin with it.
    """

    def __init__(self, log):
        self.log, self.kept = log, Kept(MOST_TEXTS)

    def read(self, version):
        """As the log reads it, and compares it with its id."""
        stored, rev = self.log._revlog, self.log.rev(version)
        # Others are not just what is stored.
        if stored.flags(rev):
            return self.log.read(version)
        text = self.stored(stored, rev)
        stored.checkhash(text, version, rev=rev)
        return self.log.read(version) if text.startswith(b'\1\n') else text

    def stored(self, log, rev):
        later, text = [], self.kept.get(rev)
        while text is None and log.deltaparent(rev) != nullrev:
            later.append(rev)
            rev = log.deltaparent(rev)
            text = self.kept.get(rev)
        if text is None:
            text = bytes(log.rawdata(rev))
            self.kept.put(rev, text, len(text))
        later.reverse()
        for at in range(0, len(later), STEP):
            some = later[at : at + STEP]
            text = mdiff.patches(text, [log.revdiff(log.deltaparent(each), each) for each in some])
            self.kept.put(some[-1], text, len(text))
        return text


known = Kept(MOST_SAID)
hf_base.keepers.all.append(known.let_go)


def each_said(repo, versions):
    """What each of these says, in their order. It belongs to all who ask."""
    texts = Texts(repo.file(b'.hgtags'))
    for version in versions:
        said = known.get((repo.root, version))
        if said is None:
            said = said_by(repo, texts.read(version))
            known.put((repo.root, version), said, size_of(said))
        yield said


def said_by(repo, text):
    lines = text.splitlines()
    found = tagsmod._readtags(repo.ui, repo, lines, b'.hgtags')
    return Said(len(lines), {name: (node, tuple(former)) for name, (node, former) in found.items()})


def size_of(said):
    """Bytes of memory, about."""
    tags = said.tags.items()
    return VERSION + sum(NAME + len(name) + CHANGESET * len(former) for name, (_, former) in tags)


def sizes(repo, versions):
    """How long each of these is (bytes), by what is stored: nothing is read for it."""
    log = repo.file(b'.hgtags')
    return {each: log._revlog.rawsize(log.rev(each)) for each in versions}


def put_together(ui, repo, versions):
    """As Mercurial's own."""
    found = {}
    for said in each_said(repo, versions):
        tagsmod._updatetags(said.tags, found)
    return found


tagsmod._tagsfromfnodes = put_together
`;
