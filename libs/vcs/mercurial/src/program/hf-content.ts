/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: bytes of a commit: one file, or
 * an archive of many.
 */
export const hfContent = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes of a commit: one file, or an archive of many."""
import base64
import json

import hf_base
import hf_files
import hf_large
import hf_shown
import hf_told
from mercurial import archival, match

# By so many bytes it is told what a file is.
BEGINNING = 8 << 10
KINDS = {'tar.gz': b'tgz', 'zip': b'zip'}


def given_prefix(_dest, _kind, prefix):
    """What stands before each path. The service has looked at it, and Mercurial would make a directory of it."""
    return prefix


archival.tidyprefix = given_prefix


class ReadableZip(archival.zipit):
    """Names in it are UTF-8: with others Python would break off."""

    def __init__(self, *more, **how):
        super().__init__(*more, **how)
        self.names = hf_shown.ShownNames()

    def addfile(self, name, *more):
        super().addfile(self.names.of(name).encode(), *more)


archival.archivers[b'zip'] = ReadableZip


def content(pool, env, start_response):
    asked = json.loads(env['wsgi.input'].read(int(env.get('CONTENT_LENGTH') or 0)))
    with pool.repository(asked['directory']) as repo:
        ctx = hf_base.full(repo, asked['commit'])
        if ctx is None:
            start_response('404 Not Found', [])
            return [b'']
        if 'format' in asked:
            try:
                write_archive(repo, ctx, asked, start_response)
            finally:
                hf_large.remember(asked['directory'])
            return []
        exact = hf_files.named(ctx.manifest(), asked['path'])
        data = ctx[exact].data() if exact in ctx else None
    if data is None:
        start_response('404 Not Found', [])
        return [b'']
    beginning = base64.b64encode(data[:BEGINNING]).decode('ascii')
    data = data[asked['offset'] : asked['offset'] + asked['length']]
    if len(data) != asked['length']:
        # Whoever asks has told so many already.
        start_response('500 Internal Server Error', [])
        return [b'']
    headers = [('Content-Type', 'application/octet-stream'), ('Content-Length', str(len(data)))]
    start_response('200 OK', [*headers, ('X-HF-Beginning', beginning)])
    return [data]


class Sink:
    """A file that is written to a client."""

    def __init__(self, write):
        self.write_on = write
        self.at = 0

    def write(self, data):
        self.write_on(bytes(data))
        self.at += len(data)
        return len(data)

    def tell(self):
        return self.at

    def flush(self):
        pass

    def close(self):
        pass


def told(time):
    """As archives can tell it, from 1970 to 2038. Mercurial takes 0 for none."""
    return min(max(time, 1), (1 << 31) - 1)


def write_archive(repo, ctx, asked, start_response):
    mtime = told(hf_told.time_of(ctx))
    write = start_response('200 OK', [('Content-Type', 'application/octet-stream')])
    if not ctx.manifest():
        # Mercurial takes that for a mistake.
        return archival.archivers[KINDS[asked['format']]](Sink(write), mtime).done()
    path = asked.get('path')
    chosen = None
    if path:
        exact = hf_files.named(ctx.manifest(), path)
        chosen = match.match(repo.root, b'', [b'path:' + exact])
    prefix = asked.get('prefix') or ''
    archival.archive(
        repo, Sink(write), ctx.node(), KINDS[asked['format']], False, chosen, prefix.encode(), mtime=mtime
    )
`;
