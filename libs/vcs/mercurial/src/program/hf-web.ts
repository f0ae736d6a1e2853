/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: a resident process: answers
 * Mercurial's clients by hgweb, and the service's own questions, at a socket.
 */
export const hfWeb = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""A resident process: answers Mercurial's clients by hgweb, and the service's own questions, at a socket."""
import collections
import contextlib
import json
import os
import sys
import threading
import urllib.parse

import hf_allowed
import hf_base
import hf_content
import hf_gate
import hf_rpc
import hf_running
import hf_tidy
import hf_turns
from mercurial.hgweb import common, hgweb_mod
import waitress

THREADS = 20
MOST_APPLICATIONS = 200
# What a small push may take where others are served: bytes of versions, four times as many of what is compared.
SMALL = 8 << 20
UNREAD = '400 Mercurial could not read the request'
BUSY = '503 others are writing to this repository, try again'
SPENT = '503 the server has too little memory for this at the moment, try again'
ELSEWHERE = '503 a program of its own is to take this in'
READING = '403 you may read this repository but not push to it'


def may(_, request, operation):
    """Who may only read writes nothing, by no command and by none inside of a batch."""
    if operation not in (None, b'pull') and request.rawenv.get(b'HTTP_X_HF_WRITE') != b'1':
        raise common.ErrorResponse(common.HTTP_FORBIDDEN, READING[4:].encode())


common.permhooks.insert(0, may)


class Site(hgweb_mod.hgweb):
    """hgweb for several threads: what a request read that did not come to its end, no other one gets."""

    @contextlib.contextmanager
    def _obtainrepo(self):
        try:
            cached = self._repos.pop()
        except IndexError:
            cached = self._lastrepo.copy()
        repo, created = cached.fetch()
        if created:
            repo = self._webifyrepo(repo)
        self._lastrepo = cached
        self.mtime = cached.mtime
        yield repo
        self._repos.append(cached)


class Wire:
    """Mercurial's protocol: one hgweb object for each repository, made anew after somebody has written."""

    def __init__(self, base):
        self.base = base
        self.known = collections.OrderedDict()
        self.guard = threading.Lock()
        # It had too little memory once: nobody knows what else failed by that.
        self.spent = False
        hf_base.keepers.all.append(self.let_go)

    def __call__(self, env, start_response):
        path = urllib.parse.unquote(env['HTTP_X_HF_DIRECTORY'])
        hf_tidy.tidy(self.base, path)
        env.update(SCRIPT_NAME='', PATH_INFO='/', SERVER_NAME='localhost', SERVER_PORT='80')
        env.update(REMOTE_ADDR='127.0.0.1', REMOTE_HOST='127.0.0.1')
        env['REMOTE_USER'] = env.get('HTTP_X_HF_USER', '')
        writes = env.get('HTTP_X_HF_WRITE') == '1'
        answer = Answer(start_response)
        try:
            with hf_turns.no_more_than(SMALL if env.get('HTTP_X_HF_SMALL') == '1' else None):
                yield from self.said(self.application(path), env, answer)
        except (GeneratorExit, hf_running.Ended):
            self.forget(path)  # it may be half read
            raise
        except hf_base.Missing:
            yield answer.refused('404 no such repository')
        except common.ErrorResponse as refusal:
            if answer.begun:
                raise
            yield answer.refused(READING if refusal.code == 403 else UNREAD)
        except hf_base.error.LockError:
            if answer.begun:
                raise
            yield answer.refused(BUSY)
        except MemoryError:
            self.spent = True
            self.forget(path)
            sys.stderr.write('a request had too little memory\n')
            if answer.begun:
                raise
            yield answer.refused(SPENT, ('X-HF-Spent', '1'))
        except hf_turns.Elsewhere:
            if answer.begun:
                raise
            yield answer.refused(ELSEWHERE, ('X-HF-Elsewhere', '1'))
        except Exception as problem:  # what a client sends must not be able to fail more than its own request
            if answer.begun:
                raise
            sys.stderr.write('a request failed: %r\n' % problem)
            yield answer.refused(UNREAD)
        finally:
            if writes:
                self.forget(path)
            hf_base.keepers.ease()

    def said(self, application, env, answer):
        for piece in application(env, answer):
            if answer.failed:
                break
            yield piece
        if answer.failed:
            yield answer.refused(answer.failed)

    def application(self, path):
        state = hf_base.state_of(path)
        with self.guard:
            known = self.known.get(path)
            if known and known[0] == state:
                self.known.move_to_end(path)
                return known[1]
        if not os.path.isdir(os.path.join(path, '.hg')):
            raise hf_base.Missing(path)
        made = Site(os.fsencode(path), baseui=self.base.copy())
        with self.guard:
            self.known[path] = (state, made)
            while len(self.known) > MOST_APPLICATIONS:
                self.known.popitem(last=False)
        return made

    def forget(self, path):
        with self.guard:
            self.known.pop(path, None)

    def let_go(self):
        with self.guard:
            self.known.clear()


class Answer:
    """What hgweb begins to say. Its own failures and pages of errors name paths: clients do not see them."""

    def __init__(self, start_response):
        self.start_response = start_response
        self.begun = False
        self.failed = None

    def __call__(self, status, headers, exc_info=None):
        if status.startswith('5') or not typed(headers):
            self.failed = READING if status.startswith('403') else UNREAD
            return lambda _: None
        self.begun = True
        return self.start_response(status, headers)

    def refused(self, status, *headers):
        self.start_response(status, [('Content-Type', 'text/plain; charset=utf-8'), *headers])
        return status[4:].encode() + b'\n'


def typed(headers):
    """Whether it is an answer of the protocol: these have types of their own."""
    kind = [value for name, value in headers if name.lower() == 'content-type']
    return any(each.startswith(('application/', 'text/plain')) for each in kind)


def application(gate):
    wire_ui = hf_base.fresh_ui(*gate.settings())
    wire = Wire(wire_ui)
    own_ui = hf_base.fresh_ui((b'ui', b'timeout', b'5'))
    pool = hf_base.Pool(own_ui)
    running = hf_running.Running()
    questions = hf_rpc.Questions(pool, own_ui, wire, running)

    def answer(env, start_response):
        path = env['PATH_INFO']
        if path == '/wire':
            return wire(env, start_response)
        if path == '/content':
            return hf_content.content(pool, env, start_response)
        return rpc(questions, path[1:], env, start_response)

    known = running.known(answer)
    return lambda env, start_response: (known if 'HTTP_X_HF_REQUEST' in env else answer)(env, start_response)


def rpc(questions, operation, env, start_response):
    asked = json.loads(env['wsgi.input'].read(int(env.get('CONTENT_LENGTH') or 0)) or b'{}')
    status, said = questions.answer(operation, asked)
    said['spent'] = questions.wire.spent
    body = json.dumps(said).encode('ascii')
    start_response(status, [('Content-Type', 'application/json'), ('Content-Length', str(len(body)))])
    return [body]


def main(state, address, gate_address):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    hf_allowed.allow()
    server = waitress.create_server(
        application(hf_gate.Gate(gate_address)),
        unix_socket=address,
        unix_socket_perms='600',
        threads=THREADS,
        connection_limit=1000,
        channel_timeout=600,
        max_request_body_size=1 << 50,
        ident=None,
        clear_untrusted_proxy_headers=False,
        expose_tracebacks=False,
    )
    server.run()


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
