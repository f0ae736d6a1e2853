/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how large a version of a file is,
 * without all of it.
 */
export const hfBegins = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""How large a version of a file is, without all of it."""
import zlib

from mercurial import node

try:
    from mercurial import zstd
except ImportError:  # some are built without it
    zstd = None

# Of so few bytes all are read.
FEW = 64 << 10
META = b'\1\n'


def raw_size(file):
    """Bytes of a version with what Mercurial has written before it, if there is that."""
    return revlog_of(file).rawsize(file.filerev())


def size_of(file):
    """Bytes of a version. Where nobody has written it down, it is told by the beginning, as far as that can be read."""
    log, rev = revlog_of(file), file.filerev()
    size = log.rawsize(rev)
    if size <= FEW or log.parentrevs(rev)[0] != node.nullrev:
        return file.size()
    beginning = beginning_of(log, rev)
    if not beginning:
        return file.size()
    if not beginning.startswith(META):
        return size
    end = beginning.find(META, len(META))
    return file.size() if end < 0 else size - end - len(META)


def revlog_of(file):
    log = file.filelog()
    return getattr(log, '_revlog', log)


def beginning_of(log, rev):
    """What a version begins with that is stored as a whole; None: it is not, or not as this program knows it."""
    if log.deltaparent(rev) != node.nullrev or log.flags(rev):
        return None
    inner = getattr(log, '_inner', None)
    is_inline = log._inline
    names = (inner.index_file, inner.data_file) if inner else (log._indexfile, log._datafile)
    start = log.start(rev) + (rev + 1) * log.index.entry_size if is_inline else log.start(rev)
    with log.opener(names[0 if is_inline else 1]) as stored:
        stored.seek(start)
        return unfolded(stored.read(min(log.length(rev), FEW)))


def unfolded(data):
    kind = data[:1]
    if kind == b'u':
        return data[1:]
    if kind == b'\0':
        return data
    if kind == b'x':
        return zlib.decompressobj().decompress(data, FEW)
    if kind == b'(' and zstd:
        return zstd.ZstdDecompressor().stream_reader(data).read(FEW)
    return None
`;
