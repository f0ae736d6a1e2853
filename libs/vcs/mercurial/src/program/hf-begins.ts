/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how large a version of a file is,
 * without all of it.
 */
export const hfBegins = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""How large a version of a file is, without all of it."""
import struct
import zlib

from mercurial import node

try:
    from mercurial import zstd
except ImportError:  # some are built without it
    zstd = None

# So many bytes of a version, and of each difference of which it is made, are looked at.
FEW = 64 << 10
# What is made of more differences is left to Mercurial.
MOST_DELTAS = 1000
HUNK = struct.Struct('>lll')
META = b'\1\n'
# By this flag newer ones say that it begins so. The others say that it is stored in another way.
HAS_META = 1 << 11


def raw_size(file):
    """Bytes of a version with what Mercurial has written before it, if there is that."""
    return revlog_of(file).rawsize(file.filerev())


def size_of(file):
    """
    Bytes of a version. Where nobody has written it down, it is told by the beginning, as far as that can be read.
    Mercurial itself takes what it has written before a version for a part of it, but of the first one of a file.
    """
    log, rev = revlog_of(file), file.filerev()
    size = log.rawsize(rev)
    beginning = beginning_of(log, rev)
    if beginning is None:
        return file.size()
    if len(beginning) >= min(size, len(META)) and not beginning.startswith(META):
        return size
    end = beginning.find(META, len(META))
    return len(file.data()) if end < 0 else size - end - len(META)


def revlog_of(file):
    log = file.filelog()
    return getattr(log, '_revlog', log)


def beginning_of(log, rev):
    """What a version begins with; None: it is not stored as this program knows it."""
    chain = [rev]
    while log.deltaparent(chain[-1]) != node.nullrev:
        chain.append(log.deltaparent(chain[-1]))
        if len(chain) > MOST_DELTAS:
            return None
    if log.flags(rev) & ~HAS_META:
        return None
    inner = getattr(log, '_inner', None)
    names = (inner.index_file, inner.data_file) if inner else (log._indexfile, log._datafile)
    beginning = None
    with log.opener(names[0 if log._inline else 1]) as file:
        for each in reversed(chain):
            stored = stored_in(file, log, each)
            if stored is None:
                return None
            is_cut = log.length(each) > FEW or len(stored) >= FEW
            beginning = stored if beginning is None else changed(beginning, stored, is_cut)
    return beginning


def stored_in(file, log, rev):
    """What is stored of a version: how it begins, or how the difference begins of which it is made."""
    if log.length(rev) == 0:
        return b''
    file.seek(log.start(rev) + (rev + 1) * log.index.entry_size if log._inline else log.start(rev))
    return unfolded(file.read(min(log.length(rev), FEW)))


def changed(beginning, delta, is_cut):
    """What is known of the beginning of what a difference makes. Of both only the beginnings may be there."""
    made, kept, at = b'', 0, 0
    while at + HUNK.size <= len(delta) and len(made) < FEW:
        start, end, size = HUNK.unpack_from(delta, at)
        at += HUNK.size
        if start > len(beginning):
            break
        made += beginning[kept:start] + delta[at : at + size]
        kept, at = end, at + size
        if at > len(delta):
            return made
    # Where there is more of the difference it changes the rest.
    return made if is_cut or len(made) >= FEW else made + beginning[kept:]


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
