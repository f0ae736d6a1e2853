/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: brings what a repository
 * elsewhere has, as bundles beside ours.
 */
export const hfFetch = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Brings what a repository elsewhere has, as bundles beside ours. What is secret comes by the standard input."""
import hashlib
import http.client
import json
import os
import resource
import struct
import sys
import urllib.error
import urllib.request

import hf_base
import hf_tidy
from hf_say import say
from mercurial import bundle2, error, hg, setdiscovery, statichttprepo, urllibcompat, util

MOST_PARTS = 100000
# All bookmarks together, as they are said (characters): others wait while that is read.
MOST_MARKS = 4 << 20
CAPABILITIES = {b'HG20': (), b'changegroup': (b'01', b'02')}
# The remote says nothing for so long (seconds).
SILENCE = b'120'


def refuse_redirect(handler, request, answer, code, message, headers, address):
    raise urllib.error.HTTPError(request.full_url, code, message, headers, answer)


def no_files(*_, **__):
    raise error.RepoError(b'no repository')


def settings(asked):
    """By the proxy only, and with the credentials for whatever the one remote asks."""
    proxy = asked['proxy']
    yield b'http_proxy', b'host', b'127.0.0.1:%d' % proxy['port']
    yield b'http_proxy', b'user', proxy['user'].encode()
    yield b'http_proxy', b'passwd', proxy['password'].encode()
    yield b'http_proxy', b'always', b'yes'
    yield b'http', b'timeout', SILENCE
    if asked.get('username') or asked.get('password'):
        yield b'auth', b'remote.prefix', b'*'
        yield b'auth', b'remote.schemes', b'http https'
        yield b'auth', b'remote.username', asked.get('username', '').encode()
        yield b'auth', b'remote.password', asked.get('password', '').encode()


def said(peer, command, **arguments):
    with peer.commandexecutor() as executor:
        return executor.callcommand(command, {name.encode(): value for name, value in arguments.items()}).result()


def lookup(peer, number):
    """The changeset of a number at the remote; None: there is none."""
    try:
        return said(peer, b'lookup', key=b'%d' % number)
    except error.RepoError:
        return None


def count(peer, step):
    """How many changesets the remote numbers, but for less than a step."""
    above = step
    while above < step * MOST_PARTS and lookup(peer, above) is not None:
        above *= 2
    below = above // 2 if above > step else 0
    while above - below > step // 2:
        middle = (below + above) // 2
        below, above = (middle, above) if lookup(peer, middle) is not None else (below, middle)
    return below


def packed(bundler):
    """The same bundle, compressed: it comes from the wire unpacked."""
    chunks = bundler._forwardchunks()
    magic, size = next(chunks), next(chunks)
    named = [b'Compression=GZ'] + ([next(chunks)] if struct.unpack('>i', size)[0] else [])
    line = b' '.join(named)
    yield magic + struct.pack('>i', len(line)) + line
    yield from util.compengines[b'zlib'].compressstream(chunks, {b'level': 1})


def bring(peer, path, heads, common):
    """One bundle, whole or not at all."""
    if os.path.exists(path):
        return
    caps = {b'HG20', b'bundle2=' + urllibcompat.urlreq.quote(bundle2.encodecaps(CAPABILITIES))}
    bundler = said(peer, b'getbundle', source=b'pull', heads=heads, common=common, bundlecaps=caps, cg=True)
    with open(path + '.new', 'wb') as draft:
        for chunk in packed(bundler):
            draft.write(chunk)
        draft.flush()
        os.fsync(draft.fileno())
    os.rename(path + '.new', path)


def parts(peer, heads, common, step):
    """Heads and what is known by then, part after part; the last one has all that is left."""
    total = count(peer, step) if step else 0
    for number in range(step - 1, total, step) if step else ():
        node = lookup(peer, number)
        if node is None:
            break
        yield [node], list(common), (number + 1) / total
        common = [*common, node]
    yield heads, list(common), 1


def fetched(base, directory, place, asked):
    say(doing='the remote is asked', percent=0)
    peer = hg.peer(base, {}, asked['url'].encode())
    local = hf_base.opened(base, directory)
    common, _, heads = setdiscovery.findcommonheads(base, local, peer, abortwhenunrelated=False)
    marks = said(peer, b'listkeys', namespace=b'bookmarks')
    bookmarks = {name.decode('utf-8', 'strict'): found.decode('ascii') for name, found in marks.items()}
    if len(json.dumps(bookmarks)) > MOST_MARKS:
        return say(failed='its bookmarks are too many, or have too long names')
    # Into an empty one come so many at a time: where it is cut off, it goes on behind those that came.
    step = 0 if len(local) else asked['step']
    names = []
    if not set(heads) <= set(common) | {local.nullid}:
        for some, known, share in parts(peer, heads, common, step):
            name = hashlib.sha1(b''.join(sorted(some))).hexdigest() + '.bundle'
            bring(peer, os.path.join(place, name), some, known)
            names.append(name)
            say(doing='changesets arrive', percent=share * 100)
    say(done=True, bundles=names, bookmarks=bookmarks)


def main(state, directory, place):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    asked = json.loads(sys.stdin.readline())
    resource.setrlimit(resource.RLIMIT_DATA, (asked['memory'], asked['memory']))
    urllib.request.HTTPRedirectHandler.redirect_request = refuse_redirect
    # Before 7.1 it has the other name.
    statichttprepo.make_peer = statichttprepo.instance = no_files
    try:
        fetched(hf_base.fresh_ui(*settings(asked)), directory, place, asked)
    except MemoryError:
        say(large=True)
    except UnicodeDecodeError:
        say(failed='a bookmark has a name that is no UTF-8')
    except urllib.error.HTTPError as refusal:
        say(failed='HTTP Error %d' % refusal.code)
    except error.RepoError:
        say(failed='no repository')
    except error.Abort as problem:
        say(failed=hf_base.text(problem.message))
    except OSError as problem:
        say(failed=str(getattr(problem, 'reason', problem)), full=problem.errno == 28)
    except http.client.HTTPException:
        say(failed='the connection was reset by peer')
    except Exception as problem:  # what comes may be anything
        sys.stderr.write('what a remote sent could not be read: %r\n' % problem)
        say(failed='what the remote sends is not understood')


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
