/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: names in a history: branches with
 * open heads, bookmarks, tags; and the commits that make and close branches.
 */
export const hfRefs = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Names in a history: branches with open heads, bookmarks, tags; and the commits that make and close branches."""
import json

import hf_claims
import hf_expressions
import hf_ids
import hf_tags
from hf_base import before as seen_before, error, full, hexed, LONGEST_NAME, text
from mercurial import context, phases, scmutil


# What would end the name or the address of an author.
UNWANTED = {ord(each): None for each in '<>\n\r\0'}


# Who hears of them works at so many in one go.
NAMES_IN_A_PART = 1_000


class Refused(Exception):
    """'code': one of the refusals of the service."""

    def __init__(self, code, message):
        Exception.__init__(self, message)
        self.code = code


def branches(repo):
    """Each branch that is open, with the newest of its open heads."""
    known = repo.branchmap()
    found = {}
    for name in known:
        try:
            tip = known.branchtip(name)
        except KeyError:
            continue
        # The newest open head, or where there is none the newest closed one.
        if not repo.changelog.branchinfo(repo.changelog.rev(tip))[1]:
            found[text(name)] = hexed(tip)
    return found


def bookmarks(repo):
    """But for those at no commit, which nobody can be shown. A push makes none of them."""
    every = repo._bookmarks.items()
    return {text(name): hexed(found) for name, found in every if found != repo.nullid}


def tags(repo):
    shown = repo.tags()
    return {text(name): hexed(found) for name, found in shown.items() if name != b'tip' and found != repo.nullid}


SORTS = (('branch', 'refs/heads/', branches), ('tag', 'refs/tags/', tags), ('bookmark', 'refs/bookmarks/', bookmarks))


def names(repo):
    return {sort: read(repo) for sort, _, read in SORTS}


def updates(before, after):
    """What differs between two answers of 'names', as updates of refs."""
    changed = []
    for sort, prefix, _ in SORTS:
        for name in sorted({**before[sort], **after[sort]}):
            old, new = before[sort].get(name), after[sort].get(name)
            if old == new:
                continue
            is_told = may_be_told(name)
            is_sound = is_told and (old or (may_be(name) and (sort != 'bookmark' or may_mark(name))))
            # What cannot be told was written past us. Whoever may remove others like it may remove it.
            named = sort if is_sound or not new else 'malformed'
            shown = name if is_told else cut(name)
            update = {'ref': prefix + shown, 'sort': named, 'name': shown}
            update.update({key: value for key, value in (('old', old), ('new', new)) if value})
            changed.append(update)
    return changed


def cut(name):
    """
    What is said of a name that cannot be told: of one of many megabytes each who hears of it would have copies. It is that
    of no other, and of none that anybody has been told of.
    """
    return name[:LONGEST_NAME].replace('\0', '\ufffd') + '\ufffd'


def told(read, repo):
    """
    The names of one sort that can be told, in the order of their bytes, in parts: each a list in JSON of a name, its
    commit, the next name, and so on.
    """
    known = sorted((name.encode(), name, found) for name, found in read(repo).items() if may_be_told(name))
    return [part(known[at : at + NAMES_IN_A_PART]) for at in range(0, len(known), NAMES_IN_A_PART)] or ['[]']


def part(known):
    return json.dumps([each for _, name, found in known for each in (name, found)], ensure_ascii=False)


def summary(repo):
    """All heads, whoever may see them, with their phases; how many commits there are; and bookmarks."""
    every = repo.unfiltered()
    heads = sorted((hexed(each), every[each].phase()) for each in every.heads())
    return {'heads': heads, 'commits': len(every), 'bookmarks': bookmarks(every)}


def may_be_told(name):
    """Whether the service takes it. What was written past it may have names that are longer, or have a NUL."""
    return '\0' not in name and len(name.encode('utf-8', 'surrogateescape')) <= LONGEST_NAME


def may_be(name):
    """Whether a new name can be shown, and is the same when it is read again: blanks at its ends are left out."""
    if not name or name != name.strip() or '\ufeff' in (name[0], name[-1]):
        return False
    return may_be_told(name) and not any(each < ' ' or '\x7f' <= each < '\xa0' for each in name)


def may_mark(name):
    """
    Whether Mercurial itself makes such a bookmark. Over the wire it takes any, and clients take some for something else.
    """
    try:
        scmutil.checknewlabel(None, name.encode('utf-8', 'surrogateescape'), b'bookmark')
    except error.Abort:
        return False
    return True


def write(repo, asked, parents, extra, message):
    """A commit without a change of files, by which a branch is made or closed."""
    user = '%s <%s>' % tuple(asked['by'][each].translate(UNWANTED) for each in ('name', 'email'))
    before = len(repo)
    # What is just like one that is there would be that one, which may be closed: it gets the next second that is free.
    for at in range(asked['at'], asked['at'] + 300):
        made = repo.commitctx(context.memctx(
            repo, parents, message.encode(), [], lambda *_: None, user=user.encode(), date=(at, 0), extra=extra))
        if len(repo) > before:
            return made
    raise Refused('unavailable', 'there are too many commits like this one, try again')


def make_branch(repo, asked):
    """Makes a branch by a commit after 'commit'. Where 'dry', tells only which commit that would be."""
    repo = repo.unfiltered()
    name = asked['branch']
    try:
        with repo.lock(), repo.transaction(b'branch') as transaction:
            repo.invalidate(clearfilecache=False)
            served = repo.filtered(b'served')
            before = names(served)
            if name in before['branch']:
                raise Refused('name_in_use', 'there is such a branch')
            if name in before['tag'] or name in before['bookmark']:
                raise Refused('name_in_use', 'there is a tag or a bookmark of this name, which clients would take instead')
            if hf_ids.begins_other(served, name):
                raise Refused('name_in_use', 'clients would take it for the id of a commit')
            if hf_expressions.is_expression(name, hf_expressions.among(*before.values())):
                raise Refused('name_in_use', 'clients would take it for an expression for commits')
            parent = full(served, asked['commit'])
            if parent is None:
                raise Refused('not_a_commit', 'there is no such commit')
            extra = {b'branch': name.encode()}
            made = write(repo, asked, (parent.node(), repo.nullid), extra, 'Create branch ' + name)
            must_leave_tags(repo, before)
            if asked.get('dry'):
                raise Undone(hexed(made))
            phases.advanceboundary(repo, transaction, phases.public, [made])
            return hexed(made)
    except Undone as undone:
        return undone.args[0]
    except error.LockError:
        raise Refused('occupied', 'somebody else writes to the repository')


def close_branch(repo, asked):
    """Closes all open heads of a branch, if it is where it is expected."""
    repo = repo.unfiltered()
    name = asked['branch']
    try:
        with repo.lock(), repo.transaction(b'branch') as transaction:
            served = repo.filtered(b'served')
            before = names(served)
            tip = before['branch'].get(name)
            if tip is None:
                raise Refused('not_found', 'there is no such branch')
            if name in hf_ids.RESERVED:
                raise Refused('names_change', 'Mercurial makes no changeset on a branch of this name')
            if asked.get('expected') not in (None, tip):
                raise Refused('moved', 'the branch is elsewhere')
            extra = {b'branch': name.encode(), b'close': b'1'}
            heads = served.branchmap().branchheads(name.encode(), closed=False)
            made = [write(repo, asked, (head, repo.nullid), extra, 'Close branch ' + name) for head in heads]
            must_leave_tags(repo, before)
            phases.advanceboundary(repo, transaction, phases.public, made)
            return tip
    except error.LockError:
        raise Refused('occupied', 'somebody else writes to the repository')


def must_leave_tags(repo, before):
    """
    Tags are those of the heads. A commit of ours makes a head of what was none, or the newest one of an older one: then
    other tags count, of which nobody was asked. A push of it is judged.
    """
    served = repo.filtered(b'served')
    if hf_tags.become_too_many_heads(served):
        raise Refused('names_change', hf_tags.TOO_MANY_HEADS)
    too_many = hf_tags.too_many(served)
    if too_many:
        raise Refused('names_change', too_many)
    if tags(served) != before['tag'] or any(hf_claims.contested(served, seen_before(repo))):
        raise Refused('names_change', 'other tags would come with this commit')


class Undone(Exception):
    """Ends a transaction that was only to tell what would come of it."""


def tips(repo, refs):
    """The commits of these refs, by their full names."""
    asked = [(prefix, read) for _, prefix, read in SORTS if any(ref.startswith(prefix) for ref in refs)]
    by_prefix = {prefix: read(repo) for prefix, read in asked}
    found = []
    for ref in refs:
        prefix = '/'.join(ref.split('/')[:2]) + '/'
        found.append(by_prefix.get(prefix, {}).get(ref[len(prefix) :]))
    return found
`;
