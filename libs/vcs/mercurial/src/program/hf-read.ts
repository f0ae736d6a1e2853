/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: commits: what they say, and how
 * they follow each other.
 */
export const hfRead = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Commits: what they say, and how they follow each other."""
import json
import time

from hf_base import full, hexed, text
from mercurial import error
from mercurial.utils import stringutil
import hf_files
import hf_ids
import hf_refs
import hf_told

# No more of a message is told, as it stands in JSON.
LONGEST_MESSAGE = 64 << 10
LONGEST_NAME = 1 << 10
# A page ends behind the commit with which it passes so many bytes of messages, as they stand in JSON.
MOST_TEXT = 3 << 20
# So much is told of a message where there is no room for more of it.
BEGINNING = 1 << 10


class Late(Exception):
    """Nobody waits any longer."""


class Patience:
    """Until when somebody waits (ms since 1970), looked at now and then."""

    def __init__(self, deadline):
        self.deadline = deadline / 1000

    def check(self):
        if time.time() > self.deadline:
            raise Late()

    def over(self, steps):
        """The same steps, as long as somebody waits for them."""
        for at, step in enumerate(steps):
            if at % 64 == 0:
                self.check()
            yield step


def signature(user, date):
    return {
        'name': text(stringutil.person(user))[:LONGEST_NAME],
        'email': text(stringutil.email(user) if b'@' in user else b'')[:LONGEST_NAME],
        'at': date,
    }


def beginning(shown, most):
    """What of a text has no more bytes in JSON than so many, where control characters have six."""
    fits, end = 0, len(shown)
    if told_bytes(shown) <= most:
        return shown
    while fits + 1 < end:
        middle = (fits + end) // 2
        if told_bytes(shown[:middle]) <= most:
            fits = middle
        else:
            end = middle
    return shown[:fits]


def told_bytes(shown):
    return len(json.dumps(shown, ensure_ascii=False).encode('utf-8')) - 2


def commit(ctx, most=LONGEST_MESSAGE):
    said = signature(ctx.user(), hf_told.time_of(ctx))
    message = ctx.description().rstrip(b'\n')
    whole = text(message[:most])
    shown = beginning(whole, most)
    told = {
        'id': ctx.hex().decode(),
        'parents': [each.hex().decode() for each in ctx.parents() if each.rev() >= 0],
        'author': said,
        'committer': said,
        'message': shown,
    }
    if len(message) > most or len(shown) < len(whole):
        told['cut'] = True
    return told


class Messages:
    """Commits of one answer, whose messages are counted."""

    def __init__(self):
        self.said = 0

    @property
    def full(self):
        return self.said >= MOST_TEXT

    def commit(self, ctx):
        told = commit(ctx, BEGINNING if self.full else LONGEST_MESSAGE)
        self.said += told_bytes(told['message'])
        return told


def commits(repo, ids):
    """In this order. Where all messages together are too long, those of the last are cut."""
    messages = Messages()
    found = (full(repo, each) for each in ids)
    return [messages.commit(each) if each else None for each in found]


def times(repo, ids):
    found = (full(repo, each) for each in ids)
    return [hf_told.time_of(each) if each else None for each in found]


def find(repo, revision):
    """A full id, a branch, a tag or the beginning of an id, in this order; None: nothing of these."""
    digits = 7 <= len(revision) <= 40 and all(each in '0123456789abcdefABCDEF' for each in revision)
    if digits and len(revision) == 40:
        ctx = full(repo, revision.lower())
        if ctx:
            return ctx.hex().decode()
    found = hf_refs.branches(repo).get(revision) or hf_refs.tags(repo).get(revision)
    if found:
        return found
    if not digits or len(revision) == 40:
        return None
    return hf_ids.resolve(repo, revision).get('id')


def merge_base(repo, one, other):
    pair = [full(repo, each) for each in (one, other)]
    if None in pair:
        return None
    found = repo.changelog.ancestor(pair[0].node(), pair[1].node())
    return None if found == repo.nullid else hexed(found)


def log(repo, query, patience):
    """A page of the commits that a query asks for."""
    head = full(repo, query['from'])
    if head is None:
        return {'results': [], 'more': False}
    without = [each.rev() for each in (full(repo, each) for each in query.get('without', [])) if each]
    revs = repo.revs(b'::%d - ::%ld', head.rev(), without)
    below = query.get('descendingFrom')
    if below is not None:
        start = full(repo, below)
        if start is None:
            return {'results': [], 'more': False}
        revs = revs & repo.revs(b'(%d::) - %d', start.rev(), start.rev())
    revs.sort(reverse=not query['oldestFirst'])
    matches = asked_of(repo, query, head)
    wanted = query['offset'] + query['limit']
    found, seen, messages = [], 0, Messages()
    for rev in patience.over(revs):
        if not matches(rev):
            continue
        seen += 1
        if seen > wanted or messages.full:
            return {'results': found, 'more': True}
        if seen > query['offset']:
            found.append(messages.commit(repo[rev]))
    return {'results': found, 'more': False}


def asked_of(repo, query, head):
    """Says of a revision whether the query asks for it, whose path is one of 'head'."""
    author, said, path = (query.get(name) for name in ('author', 'text', 'path'))
    before, after = query.get('before'), query.get('after')
    folded = [each.lower() if each is not None else None for each in (author, said)]
    exact = None if path is None else path.encode('utf-8', 'surrogateescape')
    if path and '\ufffd' in path:
        exact = hf_files.named(head.manifest(), path)

    def matches(rev):
        ctx = repo[rev]
        at = hf_told.time_of(ctx)
        if before is not None and not at < before or after is not None and not at > after:
            return False
        if folded[0] is not None and folded[0] not in text(ctx.user()).lower():
            return False
        if folded[1] is not None and folded[1] not in text(ctx.description()).lower():
            return False
        return exact is None or any(touches(each, exact) for each in ctx.files())

    return matches


def touches(file, path):
    return file == path or path == b'' or file.startswith(path + b'/')
`;
