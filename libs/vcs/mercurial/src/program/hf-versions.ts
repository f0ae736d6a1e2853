/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what the versions of .hgtags say
 * that come with a push.
 */
export const hfVersions = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What the versions of .hgtags say that come with a push: somebody may begin a branch at each, though it is no head's."""
import collections

import hf_said
from mercurial import error, tags as tagsmod

# Bytes of all versions that a push may bring, and of those that are no more than what was before and some lines.
MOST, MOST_OTHERS = 512 << 20, 128 << 20
TOO_MUCH = b'the versions of .hgtags that the push brings are too large together: push an earlier changeset first'
# So many versions are remembered until the next ones go on with them.
MOST_KEPT = 4


def strange(repo, change):
    """
    The tags that stay where they are and of which a version says what no head has said, or (True) less than the version
    before it. A branch that is begun there would have them elsewhere, whoever begins it.
    """
    log = repo.file(b'.hgtags')
    revs = new_versions(repo, log)
    if not revs:
        return
    names = {name for name in change.known if change.stays(name)}
    if not names:
        return
    versions, bases, told = Versions(repo, log, names), {}, set()
    for rev in revs:
        for name in sorted(versions.look_at(rev) - told):
            base = bases.get(name) or bases.setdefault(name, Base(change, name))
            is_less = name in versions.lessened
            if is_less or not base.has(versions.digest_of(rev, name), versions.claim(rev, name)):
                told.add(name)
                yield name, is_less


def new_versions(repo, log):
    """Those of the transaction, from the first one on."""
    first, rev = repo.currenttransaction().changes[b'origrepolen'], len(log)
    while rev > 0 and log.linkrev(rev - 1) >= first:
        rev -= 1
    return range(rev, len(log))


class Base:
    """What heads say of a tag, before a push and after it."""

    def __init__(self, change, name):
        self.known = {**change.known[name], **change.claims.get(name, {})}
        self.now = change.now[name][0]
        self.digests = {digest for claim in self.known for digest, may_be_all in hf_said.beginnings_of(claim) if may_be_all}
        self.digests.update(hf_said.digest_of(claim) for claim in self.known)

    def has(self, digest, claim):
        """'claim': answers it where it has to be looked at."""
        return digest in self.digests or hf_said.all_begun_or_merged([claim()], self.known, self.now)


class Versions:
    """What versions of .hgtags say of some tags, as digests of all lines of each."""

    def __init__(self, repo, log, names):
        self.repo, self.log, self.names = repo, log, names
        self.room, self.room_of_others = MOST, MOST_OTHERS
        self.kept = collections.OrderedDict()
        # Of the last version: of which tags it says less than a version before it.
        self.lessened = set()

    def look_at(self, rev):
        """The tags of which a version says something else than the one before it."""
        text, before = self.text(rev), [each for each in self.log.parentrevs(rev) if each >= 0]
        self.lessened = set()
        if len(before) == 1:
            old, digests = self.version(before[0])
            if text.startswith(old) and (not old or old.endswith(b'\n')):
                found = self.lines(text[len(old):])
                self.keep(rev, text, {**digests, **{name: self.ended(digests, name, found[name]) for name in found}})
                return set(found)
        claims = self.claims(text)
        for each in before:
            for name, claim in self.claims(self.text(each)).items():
                if name not in claims or not hf_said.covers(claims[name], claim):
                    self.lessened.add(name)
        self.keep(rev, text, {name: hf_said.digest_of(claim) for name, claim in claims.items()})
        return set(claims) | self.lessened

    def digest_of(self, rev, name):
        return self.kept[rev][1].get(name)

    def claim(self, rev, name):
        """Answers what answers the claim of a tag: all of the version is read for it."""
        return lambda: self.claims(self.kept[rev][0])[name]

    def version(self, rev):
        """Its text, and the digests of what it says."""
        if rev not in self.kept:
            text = self.text(rev)
            self.keep(rev, text, {name: hf_said.digest_of(claim) for name, claim in self.claims(text).items()})
        return self.kept[rev]

    def keep(self, rev, text, digests):
        self.kept[rev] = text, digests
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)

    def text(self, rev):
        if rev in self.kept:
            return self.kept[rev][0]
        text = self.log.read(self.log.node(rev))
        self.room -= len(text)
        self.must_have_room()
        return text

    def claims(self, text):
        self.room_of_others -= len(text)
        self.must_have_room()
        return {name: (nodes[-1], tuple(nodes[:-1])) for name, nodes in self.lines(text).items()}

    def must_have_room(self):
        if min(self.room, self.room_of_others) < 0:
            raise error.Abort(TOO_MUCH)

    def lines(self, text):
        """The changesets that a text names for each of the tags, in their order."""
        found, _ = tagsmod._readtaghist(self.repo.ui, self.repo, text.splitlines(), b'.hgtags')
        return {name: nodes for name, nodes in found.items() if name in self.names}

    def ended(self, digests, name, nodes):
        """The digest of what was said of a tag and goes on so."""
        return hf_said.digest_on(digests.get(name), nodes)
`;
