/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how large what is pushed may
 * become.
 */
export const hfBounds = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""How large what is pushed may become: what is larger is refused before memory is taken for it."""
import os

import hf_judged
import hf_large
import hf_links
import hf_listed
import hf_stored
from mercurial import bundle2, changegroup, error, mdiff, revlog
from mercurial.utils import compression

# Bytes of one version of a file, or of the list of files.
MOST = int(os.environ.get('HF_FILE_VERSION', 256 << 20))
TOO_LARGE = b'a version of a file is larger, unpacked, than the %d MiB that the server allows'
# Of .hgtags, which Mercurial splits into lines for each head, while no other thread runs.
MOST_TAGS = 8 << 20
TAGS = b'data/.hgtags'
TAGS_TOO_LARGE = b'a version of .hgtags is larger than the %d MiB that the server allows'
# Clients write pieces of 32 KiB, and what has no changesets in one.
MOST_PIECE = 16 << 20
# So much is unfolded at a time: of zstd it becomes 32,768 times as large.
COMPRESSED = 1 << 10
# Of bzip2 so much is made at a time: 45 bytes stand for 46 MB.
UNFOLDED = 1 << 20


def must_be_small(size):
    if size > MOST:
        raise error.Abort(TOO_LARGE % (MOST >> 20))


def must_be_few_tags(size):
    if size > MOST_TAGS:
        raise error.Abort(TAGS_TOO_LARGE % (MOST_TAGS >> 20))


def must_be_piece(size):
    if size > MOST_PIECE:
        raise error.Abort(b'a part of a bundle is too long')


chunk_length = changegroup.cg1unpacker._chunklength


def bounded_chunk_length(unpacker):
    size = chunk_length(unpacker)
    must_be_small(size - unpacker.deltaheadersize)
    hf_large.comes(size)
    return size


def fields(delta):
    """Its base, itself, and the text that it stands for, as far as they are there."""
    if isinstance(delta, tuple):  # before 7.2
        return delta[4], delta[5], None
    return delta.delta_base, delta.delta, delta.raw_text


def bounded(log, deltas):
    """The same with the bytes that each may take, up to one by which a version becomes too large."""
    most, check = (MOST_TAGS, must_be_few_tags) if log.radix == TAGS else (MOST, must_be_small)
    for each in deltas:
        base, delta, text = fields(each)
        size = max(len(part or b'') for part in (delta, text))
        if text is not None:
            check(len(text))
        if delta is not None and log.index.has_node(base):
            known = max(0, log.rawsize(log.rev(base)))
            size = max(size, len(delta) + known)
            if known + len(delta) > most:
                check(mdiff.patchedsize(known, delta))
        del delta, text
        yield each, size


add_group = revlog.revlog.addgroup


def bounded_add_group(log, deltas, *more, **how):
    first = len(log)
    with hf_large.adding(log):
        versions = hf_large.one_by_one(log, bounded(log, deltas))
        few = hf_listed.bounded(log, versions, fields)
        added = hf_judged.added(add_group, log, few, *more, **how)
    hf_links.must_be_linked(log, first)
    return added


class Pieces:
    """What is read of a bundle, in pieces of which none is too long."""

    def __init__(self, source):
        self.source = source

    def read(self, size):
        must_be_piece(size)
        return self.source.read(size)


payload_chunks = bundle2.decodepayloadchunks
read_exact = bundle2.unpackermixin._readexact


def bounded_payload_chunks(ui, source):
    return payload_chunks(ui, Pieces(source))


def bounded_read_exact(unpacker, size):
    must_be_piece(size)
    return read_exact(unpacker, size)


def bounded_part(handler):
    """The handler of a part that is no changesets: these are kept as a whole."""

    def handle(op, part):
        read, left = part.read, MOST_PIECE

        def bounded_read(size=None):
            nonlocal left
            said = read(left + 1 if size is None else size)
            left -= len(said)
            must_be_piece(MOST_PIECE - left)
            return said

        part.read = bounded_read
        return handler(op, part)

    handle.params = handler.params
    return handle


begin_zstd = compression._ZstdCompressedStreamReader.__init__


def begin_zstd_slowly(reader, *more):
    begin_zstd(reader, *more)
    read = reader._reader
    reader._reader = lambda size: read(min(size, COMPRESSED))


begin_bzip2 = compression._BZ2CompressedStreamReader.__init__


def begin_bzip2_slowly(reader, *more):
    begin_bzip2(reader, *more)
    read, unpacker = reader._reader, reader._decompobj
    reader._reader = lambda size: read(min(size, COMPRESSED)) if unpacker.needs_input else b''


def unfold_bzip2(reader, chunk):
    unpacker, made = reader._decompobj, b''
    while not made and not unpacker.eof:
        made = unpacker.decompress(chunk, UNFOLDED)
        if not made and unpacker.needs_input and not unpacker.eof:
            chunk = reader._reader(COMPRESSED)
            if not chunk:
                break
    if made:
        reader._pending.append(made)
    reader._eof = unpacker.eof


def bound():
    """From now on."""
    hf_large.watch(bounded)
    hf_stored.watch()
    changegroup.cg1unpacker._chunklength = bounded_chunk_length
    revlog.revlog.addgroup = bounded_add_group
    bundle2.decodepayloadchunks = bounded_payload_chunks
    bundle2.unpackermixin._readexact = bounded_read_exact
    compression._ZstdCompressedStreamReader.__init__ = begin_zstd_slowly
    compression._BZ2CompressedStreamReader.__init__ = begin_bzip2_slowly
    compression._BZ2CompressedStreamReader._decompress = unfold_bzip2
    handlers = bundle2.parthandlermapping
    for name in [each for each in handlers if each != b'changegroup']:
        handlers[name] = bounded_part(handlers[name])
`;
