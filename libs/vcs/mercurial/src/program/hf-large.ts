/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: versions that take much memory,
 * one at a time.
 */
export const hfLarge = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Versions that take much memory: a process builds one of them at a time, and keeps none of them."""
import contextlib
import os

from hf_compared import few_lines, of_few_pairs
from hf_turns import alone, begin, end, hold_up, mine, spend
from mercurial import mdiff, node, revlog
from mercurial.revlogutils import deltas, rewrite

# A version of more bytes is large.
LARGE = 8 << 20
# Of the list of files so many are not: each reader of a large project needs it.
LARGE_LIST = 64 << 20
# A difference that was sent may have so many bytes more than what it makes.
SLACK = 1 << 16
# Beside the caches of a repository: what is fetched from it holds up others, and is fetched elsewhere.
HEAVY = 'holdfast-heavy'


def remember(path):
    """What this thread did with a repository, if it held up others."""
    mark = os.path.join(path, '.hg', 'cache', HEAVY)
    if mine.heavy and not os.path.exists(mark):
        with contextlib.suppress(OSError):
            with contextlib.suppress(FileExistsError):
                os.mkdir(os.path.dirname(mark))
            os.close(os.open(mark, os.O_CREAT | os.O_WRONLY, 0o600))


def comes(size):
    """So many bytes are read next, of a version that is being added."""
    spend(size)
    if size > LARGE:
        hold_up()
        if mine.adding:
            begin()


def large(file):
    """From how many bytes on a version is large in this file of the store."""
    # Files of people lie in directories of the store.
    return LARGE_LIST if file.startswith(b'00manifest') else LARGE


def forget(log):
    """What a log keeps of texts."""
    inner = getattr(log, '_inner', None)
    if inner is not None:
        inner._revision_cache = None
        if inner._uncompressed_chunk_cache is not None:
            inner._uncompressed_chunk_cache.clear()


def one_by_one(log, sized):
    """The versions, each with its size; a large one has its turn until the next is asked for."""
    for each in before(sized):
        if mine.turn:
            as_delta(each)
        yield each
        if mine.turn:
            empty(each, 'delta', 'raw_text')
            forget(log)
            end()


def before(sized):
    """The versions; the turn for a large one begins."""
    for each, size in sized:
        comes(size)
        yield each


def as_delta(version):
    """Its text is made of that: whoever stores it keeps the text beyond its turn."""
    text = getattr(version, 'raw_text', None)
    if text is None:
        return
    if version.delta is None and version.delta_base == node.nullid:
        version.delta = mdiff.trivialdiffheader(len(text)) + text
    if version.delta is not None:
        version.raw_text = None


def empty(holder, *names):
    """Others keep it until the next one is there, and this one may have to wait for its turn."""
    for name in names:
        if getattr(holder, name, None) is not None:
            setattr(holder, name, None)


add_version = revlog.revlog._addrevision


def add_version_and_let_go(log, known, text, transaction, link, p1, p2, flags, cached, *more, **how):
    try:
        return add_version(log, known, text, transaction, link, p1, p2, flags, cached, *more, **how)
    finally:
        if mine.turn:
            empty(cached, 'u_delta', 'u_full_text')


@contextlib.contextmanager
def adding(log):
    mine.adding += 1
    try:
        yield
    finally:
        mine.adding -= 1
        if mine.turn and not mine.adding:
            forget(log)
            end()


def raw_text(inner, rev):
    """As Mercurial does it, but what stands between the first text and the last is unpacked bit by bit."""
    if rev == node.nullrev:
        return rev, b'', True
    known = inner._revision_cache
    if known and known[0] == rev:
        return known
    text = built(inner, inner.index_file, rev, known)
    inner.cache_revision_text(rev, text, False)
    return rev, text, False


def built(log, file, rev, known, **reading):
    """The text of a version in a file of the store, from the one of another that is known (its version, its text)."""
    chain, stopped = log._deltachain(rev, stoprev=known[0] if known else None)
    text, size = known[1] if stopped else None, log.index[rev][2]
    # The chain may be empty: what changes nothing is not in it.
    sizes = [log.index[each][2] for each in chain]
    most = max([size, *sizes, len(text or b'')])
    if most > large(file):
        hold_up()
    # What is unpacked on the way to a small one may be much, and be stored as little.
    spend(max([size, *sizes]) - size)
    with alone(most > LARGE):
        if hasattr(log, 'seen_file_size'):  # from 7.2 on
            log.seen_file_size(size)
        return patched(log, chain, text, size, sum(sizes) > LARGE, **reading)


def raw_text_before(log, node_, rev, _df=None):
    """The same before 7.2, which compares the text with its id, and keeps it, later; '_df': what 6.5 reads it from."""
    inner = getattr(log, '_inner', log)  # 6.3 has none
    known = inner._revisioncache
    if known and known[0] == node_:
        return rev, known[2], True
    inner._revisioncache, rev = None, log.rev(node_) if rev is None else rev
    reading = {} if _df is None else {'df': _df}
    return rev, built(inner, log.radix, rev, known[1:3] if known else None, **reading), False


def patched(inner, chain, text, size, much, **reading):
    if not much:
        pieces = inner._chunks(chain, targetsize=4 * size, **reading)
        return mdiff.patches(bytes(pieces[0]), pieces[1:]) if text is None else mdiff.patches(text, pieces)
    waiting, bytes_waiting = [], 0
    for each in chain:
        piece = inner._chunk(each, **reading)
        if text is None:
            text = bytes(piece)
            continue
        waiting.append(piece)
        bytes_waiting += len(piece)
        del piece
        if bytes_waiting > LARGE:
            text = mdiff.patches(text, waiting)
            waiting, bytes_waiting = [], 0
    return mdiff.patches(text, waiting)


class NoGroups:
    """No bases at all. It does not know the search that knows it: then a text would be kept until somebody tidies up."""

    def send(self, _):
        return None


def only_as_sent(groups):
    """Bases that are tried for a version: a large one is stored as it was sent, or as a whole."""
    return lambda search: NoGroups() if search.textlen > LARGE else groups(search)


def of_use(begins):
    """Whether a version is looked at as it was sent: not where that is longer than the version itself."""

    def bounded(search):
        sent = getattr(search.cachedelta, 'u_delta', None)
        return (sent is None or len(sent) <= search.textlen + SLACK) and begins(search)

    return bounded


def of_moderate(candidates):
    """The same bases, without those that would have to be built for it and are large."""

    def bounded(search, those):
        size = search.revlog.rawsize
        return [each for each in candidates(search, those) if size(each) <= LARGE]

    return bounded


def small_caches(seen):
    return lambda inner, size: seen(inner, min(size, LARGE))


blocks_function = mdiff.chooseblocksfunc
affected = rewrite.filter_delta_issue6528


def watch(sized):
    """From now on. Before 7.2 Mercurial has most of it not. 'sized': of versions of a log, each with its size."""
    mdiff.chooseblocksfunc = lambda *options: of_few_pairs(blocks_function(*options))
    # It builds texts, too, and before all others.
    rewrite.filter_delta_issue6528 = lambda log, versions: affected(log, before(sized(log, versions)))
    inner = getattr(revlog, '_InnerRevlog', None)
    general = getattr(deltas, '_GeneralDeltaSearch', None)
    if general is None or not hasattr(inner, 'seen_file_size'):
        mdiff.textdiff = few_lines(mdiff.textdiff)
        revlog.revlog._rawtext = raw_text_before
        return
    inner.raw_text = raw_text
    inner.seen_file_size = small_caches(inner.seen_file_size)
    revlog.revlog._addrevision = add_version_and_let_go
    general._init_cached = of_use(general._init_cached)
    general._pre_filter_candidate_revs = of_moderate(general._pre_filter_candidate_revs)
    for each in (general, deltas._SparseDeltaSearch):
        if '_iter_groups' in vars(each):
            each._iter_groups = only_as_sent(each._iter_groups)
    mdiff.storage_diff = few_lines(mdiff.storage_diff)
    mdiff.manifest_diff = few_lines(mdiff.manifest_diff)
`;
