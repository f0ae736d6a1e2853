/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether what is pushed is what
 * its ids say.
 */
export const hfJudged = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether what is pushed is what its ids say, and changesets are such as can be told."""
import re
import struct

import hf_compared
import hf_copies
import hf_flags
import hf_places
import hf_stored
import hf_told
from hf_base import LONGEST_NAME
from mercurial import changegroup, error, mdiff
from mercurial.revlogutils import constants

OTHERWISE = b'the push has a version that is not what its id says'
DAMAGED = b'there is a version that is not what its id says'
# A line that leads to no version, or says something else of the file than that it is a program or a link.
ODD_LINE = re.compile(rb'\0(?:0{40}|[0-9a-fA-F]{40}(?![xl]?\n))')
UNNAMED = b'there is a changeset on a branch of a name that cannot be written down, or is too long'
# So many lists of files, and so many bytes of them, are kept while they are imported: lines of development alternate.
KEPT, KEPT_BYTES = 16, 64 << 20
# No larger file of an import is compared with its id (bytes).
LARGEST = 256 << 20


class Judging:
    """Whether all rules hold: imports take what others have as it is, but for what is not what its id says."""

    is_on = True
    # Of an import so much of the lists of files is compared (bytes): those of a large history take hours.
    lists = 32 << 30


def node_of(version):
    """The id that it is said to have."""
    return version.node if hasattr(version, 'node') else version[0]  # before 7.2


def judged(log, versions):
    """
    Hands on the versions, and compares each that is new with its id once it has been added: else whoever pushes the right
    one later is told that it is there already.
    """
    last = Last(log)
    for each in versions:
        node = node_of(each)
        is_new = not log.index.has_node(node)
        yield by_lines(last, hf_flags.unmarked(each, Judging.is_on)) if is_new else each
        if is_new and Judging.is_on:
            must_be(log, node, last.added)
            hf_flags.must_be_unmarked(log, node)
        elif is_new:
            must_be_undamaged(log, node, last)
        if is_new and hasattr(log, 'changelogrevision'):
            must_be_named(log, node)


def must_be(log, node, added):
    """
    Before 7.2 a text that has just been added is not compared where it is read. 'added': the names that a list has
    and the one before it has not; None: all that it has.
    """
    try:
        rev = log.rev(node)
        text = hf_stored.text_of(log, rev)
        log.checkhash(text, node, rev=rev)
    except (error.RevlogError, error.CensoredNodeError):
        raise error.Abort(OTHERWISE)
    if is_list(log):
        hf_places.must_be_list(text, added)
    elif hasattr(log, 'changelogrevision'):
        hf_told.must_be_told(log, node, text)
    else:
        hf_copies.note(log.linkrev(rev), hf_copies.copy_of(log, rev, text))


def must_be_undamaged(log, node, last):
    """In an import: nobody can clone what has another version than its id says."""
    rev = log.rev(node)
    size = log.rawsize(rev)
    if is_list(log):
        Judging.lists -= size
    is_too_much = Judging.lists < 0 if is_list(log) else size > LARGEST
    if is_too_much or log.index[rev][0] & hf_flags.CENSORED:
        return
    try:
        text = last.texts.get(node)
        log.checkhash(hf_stored.text_of(log, rev) if text is None else text, node, rev=rev)
    except (error.RevlogError, error.CensoredNodeError):
        raise error.Abort(DAMAGED)


def is_list(log):
    return getattr(log, 'target', (None,))[0] == constants.KIND_MANIFESTLOG


def must_have_sound_lines(text):
    """Only what is new in a list: a list may be long."""
    if Judging.is_on and ODD_LINE.search(text):
        raise error.Abort(hf_places.UNREADABLE)


def added(add_group, log, versions, *more, **how):
    """As Mercurial adds them, which before 7.2 compares some with their ids itself and fails."""
    try:
        return add_group(log, judged(log, versions), *more, **how)
    except error.LookupError:
        raise
    except (error.RevlogError, error.CensoredNodeError):
        raise error.Abort(OTHERWISE)


def said_branch(log, node):
    """None: it cannot be read."""
    try:
        return log.changelogrevision(node).extra.get(b'branch', b'')
    except (ValueError, IndexError):
        return None


def must_be_named(log, node):
    """
    By its branch, in imports, too. Closed branches are in no list, but in Mercurial's caches: in lines, between NULs, and
    without the blanks around them. There other names would be those of others. All clients are sent them: one that is
    too long only goes on from where an earlier version has brought it.
    """
    branch = said_branch(log, node)
    if branch is None:
        return
    is_long = len(branch) > LONGEST_NAME and all(said_branch(log, each) != branch for each in log.parents(node))
    if branch != branch.translate(None, b'\0\n\r').strip() or not branch or is_long:
        raise error.Abort(UNNAMED)


class Last:
    """The last lists of files of an import. To build each anew takes too long."""

    def __init__(self, log):
        # The names that are new in the last one; None: it came as a whole.
        self.log, self.texts, self.added = log, {}, None

    def text_of(self, node):
        # Of no version Mercurial before 7.2 builds no text.
        if Judging.is_on or node == self.log.nullid:
            return b'' if node == self.log.nullid else hf_stored.text_of(self.log, self.log.rev(node))
        text = self.texts.pop(node, None)
        return self.keep(node, self.log._rawtext(node, self.log.rev(node))[1] if text is None else text)

    def becomes(self, node, old, delta):
        if not Judging.is_on:
            self.keep(node, mdiff.patches(old, [delta]))

    def keep(self, node, text):
        self.texts[node] = text
        while len(self.texts) > 1 and (len(self.texts) > KEPT or sum(map(len, self.texts.values())) > KEPT_BYTES):
            del self.texts[next(iter(self.texts))]
        return text


def by_lines(last, version):
    """
    The version of a list of files, with a difference of whole lines: Mercurial believes that all that is new in the list
    stands in the lines of the difference.
    """
    base, delta = version[4:6] if isinstance(version, tuple) else (version.delta_base, version.delta)
    if not is_list(last.log):
        return version
    if delta is None or not last.log.index.has_node(base):
        must_have_sound_lines(getattr(version, 'raw_text', None) or b'')
        last.added = None
        return version
    old = last.text_of(base)
    if not is_of_lines(old, delta):
        delta = hf_compared.few_lines(mdiff.textdiff)(old, mdiff.patches(old, [delta]))
        if isinstance(version, tuple):  # before 7.2
            version = version[:5] + (delta,) + version[6:]
        else:
            version.delta = delta
    for _, lines in parts(delta):
        must_have_sound_lines(lines)
    last.added = hf_places.added(old, parts(delta)) if Judging.is_on else None
    last.becomes(node_of(version), old, delta)
    return version


def parts(delta):
    """The parts that are replaced, by their places, each with what takes its place. None: there is no such part."""
    at = 0
    while at + 12 <= len(delta):
        begin, end, size = struct.unpack('>lll', delta[at : at + 12])
        # Mercurial takes none of these, and says so; going back would have no end.
        if not 0 <= begin <= end or size < 0:
            yield None, b''
            return
        at += 12 + size
        yield (begin, end), delta[at - size : at]


def is_of_lines(old, delta):
    """Whether each part that is replaced begins and ends with a line, and so does what takes its place."""
    for places, lines in parts(delta):
        if places is None or lines and lines[-1:] != b'\n':
            return False
        if any(each != 0 and old[each - 1 : each] != b'\n' for each in places):
            return False
    return True


unpack_lists = changegroup.cg1unpacker._unpackmanifests


def unpack_lists_of_changesets(unpacker, repo, *more, **how):
    """What no changeset has, nobody would look through: and what comes after it is looked through as far as it differs."""
    lists = repo.manifestlog.getstorage(b'')
    before = len(lists)
    unpack_lists(unpacker, repo, *more, **how)
    if Judging.is_on:
        return must_be_of_changesets(repo, lists, before)
    left = {lists.node(rev) for rev in range(before, len(lists))}
    # The newest first: of an import in many parts each looks through its own.
    for rev in reversed(new_changesets(repo)) if left else ():
        left.discard(repo.changelog.changelogrevision(rev).manifest)
        if not left:
            return
    if left:
        raise error.Abort(OTHERWISE)


def must_be_of_changesets(repo, lists, first):
    """Lists of files from a number on: each is that of the changeset that it names. Mercurial takes others for damage."""
    for rev in range(first, len(lists)):
        if repo.changelog.changelogrevision(lists.linkrev(rev)).manifest != lists.node(rev):
            raise error.Abort(OTHERWISE)


def new_changesets(repo):
    """Of the transaction; 'repo' is unfiltered."""
    return range(repo.currenttransaction().changes[b'origrepolen'], len(repo.changelog))


def watch():
    """From now on."""
    changegroup.cg1unpacker._unpackmanifests = unpack_lists_of_changesets
`;
