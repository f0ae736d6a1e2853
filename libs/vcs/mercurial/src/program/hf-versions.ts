/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what the versions of .hgtags say
 * that come with a push.
 */
export const hfVersions = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What the versions of .hgtags say that come with a push: somebody may begin a branch at each, though it is no head's."""
import collections
import functools

import hf_judged
import hf_said
import hf_written
from mercurial import error, tags as tagsmod

# Bytes of all versions that a push may bring, and of those that are no more than what was before and some lines.
MOST, MOST_OTHERS = 512 << 20, 128 << 20
TOO_MUCH = b'the versions of .hgtags that the push brings are too large together: push an earlier changeset first'
# Of so many changesets of a push the whole list of files is read to know which version they have.
MOST_LISTS = 2_000
# What a line of these counts for besides (bytes).
LINE = 50
# So many versions are remembered until the next ones go on with them.
MOST_KEPT = 4


def steps(repo):
    """
    Of each changeset of the transaction that changes .hgtags, or merges two versions of it: the version that it has,
    whether it is new, and the versions of its parents, which need not be what the version says of its own.
    """
    every = repo.unfiltered()
    new = hf_judged.new_changesets(every)
    listed = {rev for rev in new if b'.hgtags' in every.changelog.changelogrevision(rev).files}
    merges = any(every.changelog.parentrevs(rev)[1] >= 0 for rev in new)
    if not listed and not (merges and len(every.file(b'.hgtags'))):
        return []
    found = Found(every, new)
    for rev in new:
        found.look_at(rev, rev in listed)
    told = [found.step(rev) for rev in new if rev in listed or len(found.before(rev)) > 1]
    return told + [step for rev in listed if found.before(rev) == {found.of(rev)} for step in found.unlisted(rev)]


class Found:
    """Which version of .hgtags changesets have."""

    def __init__(self, repo, new):
        self.repo, self.first, self.cache = repo, new.start, tagsmod.hgtagsfnodescache(repo)
        self.known, self.own, self.new, self.lists = {}, collections.defaultdict(set), set(), 0
        log, rev = repo.file(b'.hgtags'), len(repo.file(b'.hgtags'))
        while rev > 0 and log.linkrev(rev - 1) >= self.first:
            rev -= 1
            self.own[log.linkrev(rev)].add(log.node(rev))
            self.new.add(log.node(rev))

    def look_at(self, rev, is_listed):
        """To be asked of each, one after another. Whoever changes a file lists it."""
        own = self.own[rev] if is_listed else self.before(rev) or {self.repo.nullid}
        if len(own) == 1:
            (self.known[rev],) = own

    def step(self, rev):
        version = self.of(rev)
        return version, version in self.new, self.before(rev)

    def unlisted(self, rev):
        """Of the parents of what says that it changes the file, and does not: those that have removed it unsaid."""
        for parent in self.repo.changelog.parentrevs(rev):
            if parent >= self.first:
                version = self.cache.getfnode(self.repo.changelog.node(parent))
                if version != self.of(parent):
                    yield version, False, {self.of(parent)}

    def before(self, rev):
        return {self.of(each) for each in self.repo.changelog.parentrevs(rev) if each >= 0}

    def of(self, rev):
        if rev not in self.known:
            self.lists += rev >= self.first
            if self.lists > MOST_LISTS:
                raise error.Abort(TOO_MUCH)
            self.known[rev] = self.cache.getfnode(self.repo.changelog.node(rev))
        return self.known[rev]


def strange(repo, change, coming):
    """
    The tags that stay where they are and of which a new version says what none before it has said, with that version, or
    (None) less than what was before it. A branch that is begun there would have them elsewhere, whoever begins it.
    """
    stays = functools.cache(lambda name: name in change.known and change.stays(name))
    versions, bases, told = Versions(repo, repo.file(b'.hgtags'), stays), {}, set()
    for version, is_new, before in coming:
        if before == {version}:
            continue
        for name in sorted(versions.look_at(version, before - {repo.nullid}) - told):
            if name in versions.lessened:
                told.add(name)
                yield name, None
            elif is_new:
                base = bases.get(name) or bases.setdefault(name, Base(change, name))
                if not base.has(versions, version, before):
                    told.add(name)
                    yield name, version


def lessened(old, new):
    return {name for name, claim in old.items() if name not in new or not hf_said.covers(new[name], claim)}


class Base:
    """What heads have said of a tag before a push."""

    def __init__(self, change, name):
        self.known, self.name, self.now = hf_said.Known(change.known[name]), name, change.was[name][0]

    def has(self, versions, version, before):
        """
        Whether a version says of the tag what some head has said, or a version before it, or what those before it say
        together. A branch that is begun earlier has what was before it.
        """
        if versions.digest_of(version, self.name) in self.known.whole:
            return True
        # What no head has said need not be wrong: who had that line may have merged it since into a branch.
        claim, *old = (versions.claim(each, self.name) for each in (version, *before))
        parents = [each for each in old if each]
        return claim in parents or self.known.is_merged(claim, self.now, parents)


class Versions:
    """What versions of .hgtags say of tags that are asked for ('asks', by the name), as digests of all lines of each."""

    def __init__(self, repo, log, asks):
        self.repo, self.texts, self.asks = repo, hf_written.Texts(log), asks
        self.room, self.room_of_others = MOST, MOST_OTHERS
        self.kept, self.read, self.looked = collections.OrderedDict(), collections.OrderedDict(), set()
        # Of the last version: of which tags it says less than a version before it.
        self.lessened = set()

    def look_at(self, version, before):
        """The tags of which a version says something else than those before it. It may be none."""
        text, self.lessened = self.text(version), set()
        if len(before) == 1:
            old, digests = self.known(*before)
            if text.startswith(old) and (not old or old.endswith(b'\n')):
                found = self.lines(text[len(old):])
                self.keep(version, text, {**digests, **{name: ended(digests, name, found[name]) for name in found}})
                return set(found)
        claims, digests = self.whole(version)
        if version in self.looked:
            self.spend(text)
        self.looked.add(version)
        for each in before:
            self.lessened |= lessened(self.claims(each), claims)
        self.keep(version, text, digests)
        return set(claims) | self.lessened

    def digest_of(self, version, name):
        return self.kept[version][1].get(name)

    def claim(self, version, name):
        """What it says of a tag; None: nothing."""
        return self.claims(version).get(name)

    def known(self, version):
        """Its text, and the digests of what it says."""
        if version not in self.kept:
            self.keep(version, self.text(version), self.whole(version)[1])
        return self.kept[version]

    def keep(self, version, text, digests):
        self.kept[version] = text, digests
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)

    def text(self, version):
        if version == self.repo.nullid:
            return b''
        if version in self.kept:
            return self.kept[version][0]
        text = self.texts.read(version)
        self.room -= len(text)
        self.must_have_room()
        return text

    def claims(self, version):
        """What it says of each tag."""
        return self.whole(version)[0]

    def whole(self, version):
        """What it says of each tag, and digests of that. It is read once for what is asked of it one after another."""
        if version not in self.read:
            text = self.text(version)
            self.spend(text)
            claims = {name: (nodes[-1], tuple(nodes[:-1])) for name, nodes in self.lines(text).items()}
            self.read[version] = claims, digests_of(claims)
            while len(self.read) > MOST_KEPT:
                self.read.popitem(last=False)
        return self.read[version]

    def spend(self, text):
        """To be called where all of it is read, or compared once more."""
        # A line takes time, too, however short it is.
        self.room_of_others -= len(text) + LINE * (text.count(b'\n') + text.count(b'\r'))
        self.must_have_room()

    def must_have_room(self):
        if min(self.room, self.room_of_others) < 0:
            raise error.Abort(TOO_MUCH)

    def lines(self, text):
        """The changesets that a text names for each of the tags, in their order."""
        found, _ = tagsmod._readtaghist(self.repo.ui, self.repo, text.splitlines(), b'.hgtags')
        return {name: nodes for name, nodes in found.items() if self.asks(name)}


def digests_of(claims):
    return {name: hf_said.digest_of(claim) for name, claim in claims.items()}


def ended(digests, name, nodes):
    """The digest of what was said of a tag and goes on so."""
    return hf_said.digest_on(digests.get(name), nodes)
`;
