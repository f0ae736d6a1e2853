/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: Mercurial's protocol over
 * HTTP, by hgweb.
 */
export const hfWire = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Mercurial's protocol over HTTP, by hgweb."""
import collections
import contextlib
import os
import sys
import threading
import urllib.parse

import hf_allowed
import hf_base
import hf_compared
import hf_large
import hf_running
import hf_tidy
import hf_turns
import hf_walks  # has streamed clones take turns
from mercurial import util
from mercurial.hgweb import common, hgweb_mod

MOST_APPLICATIONS = 200
# What a small push may take where others are served: bytes of versions, four times as many of what is compared.
SMALL = 8 << 20
UNREAD = '400 Mercurial could not read the request'
BUSY = '503 others are writing to this repository, try again'
SPENT = '503 the server has too little memory for this at the moment, try again'
ELSEWHERE = '503 a program of its own is to do this'
READING = '403 you may read this repository, but not push to it'


def may(_, request, operation):
    """Who may only read writes nothing, by no command and by none inside of a batch."""
    if operation not in (None, b'pull') and request.rawenv.get(b'HTTP_X_HF_WRITE') != b'1':
        raise common.ErrorResponse(common.HTTP_FORBIDDEN, READING[4:].encode())


common.permhooks.insert(0, may)


def is_command(query):
    """Whether a query, as hgweb reads it, names one command that is served: else it answers its pages for people."""
    said = util.urlreq.parseqsl(query.encode('latin-1'), keep_blank_values=True)
    named = [value for name, value in said if name == b'cmd']
    return len(named) == 1 and named[0] in hf_allowed.COMMANDS


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
            if not is_command(env.get('QUERY_STRING', '')):
                yield answer.refused(UNREAD)
                return
            most = SMALL if env.get('HTTP_X_HF_SMALL') == '1' else None
            with hf_turns.no_more_than(most, hf_compared.looks_for(env)):
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
        except hf_turns.Elsewhere:
            if answer.begun:
                raise
            yield answer.refused(ELSEWHERE, ('X-HF-Elsewhere', '1'))
        except Exception as problem:  # what a client sends must not be able to fail more than its own request
            if hf_base.starved(problem):
                self.spent = True
                self.forget(path)
                sys.stderr.write('a request had too little memory\n')
                if answer.begun:
                    raise
                yield answer.refused(SPENT, ('X-HF-Spent', '1'))
                return
            if answer.begun:
                raise
            sys.stderr.write('a request failed: %r\n' % problem)
            yield answer.refused(UNREAD)
        finally:
            if writes:
                self.forget(path)
            hf_large.remember(path)
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
`;
