/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: which repositories are pushed to
 * where others are served.
 */
export const hfSmall = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Which repositories are pushed to where others are served: what is judged of a push grows with the repository."""
import os

from hf_turns import Elsewhere, mine

# Each may be a head.
MOST_CHANGESETS = 2_000
# Bytes: of all names of files together, of all bookmarks, and of one list of files.
MOST_NAMES, MOST_LIST = 64 << 10, 256 << 10
# Bytes of all versions together of what each push is judged by.
MOST_JUDGED = 256 << 10
JUDGED = (b'.hgtags', b'.hgsub', b'.hgsubstate')


def must_be_small(repo):
    """
    Asked before a transaction begins.
    Raises Elsewhere where others are served, and the repository is no small one.
    """
    if mine.left is not None and not is_small(repo.unfiltered()):
        raise Elsewhere()


def is_small(repo):
    if len(repo) > MOST_CHANGESETS:
        return False
    if size(repo.svfs.join(b'fncache')) > MOST_NAMES or size(repo.vfs.join(b'bookmarks')) > MOST_NAMES:
        return False
    if max(sizes(repo.manifestlog.getstorage(b'')), default=0) > MOST_LIST:
        return False
    return sum(sum(sizes(repo.file(name))) for name in JUDGED) <= MOST_JUDGED


def size(path):
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def sizes(log):
    """Of the texts of all versions, of which none is read. One that stands nowhere is no small one."""
    index = getattr(log, '_revlog', log).index
    found = (index[rev][2] for rev in range(len(log)))
    return [MOST_LIST + 1 if each is None or each < 0 else each for each in found]
`;
