/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what is in files: differences,
 * and where lines came from.
 */
export const hfLines = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What is in files: differences, and where lines came from."""
import collections

from hf_base import full, text
from mercurial import context, copies, error, filelog, manifest, mdiff
from mercurial.utils import stringutil
import hf_begins
import hf_compared
import hf_files
import hf_read

MOST_OF_ONE = 64 << 10
MOST_OF_ALL = 1 << 20
# Of files that are compared, and whose lines came from somewhere.
LARGEST, LARGEST_BLAMED = 4 << 20, 16 << 20
MOST_CHANGES = 100_000


class TooLarge(Exception):
    """It is too large for what is asked of it."""


def changes(repo, query, patience):
    """What differs between two commits, in the order of the paths."""
    head = full(repo, query['head'])
    base = full(repo, query['base']) if query.get('base') else repo[repo.nullid]
    if head is None or base is None:
        return {'results': [], 'more': False}
    status = base.status(head)
    renamed = copied_between(base, head)
    removed = set(status.removed)
    told, moved = [], set()
    for path in status.added:
        source = renamed.get(path)
        if source in removed and source not in moved:
            moved.add(source)
            told.append((path, source, 'renamed'))
        else:
            told.append((path, source, 'copied' if source is not None else 'added'))
    told += [(path, path, 'modified') for path in status.modified]
    told += [(path, path, 'deleted') for path in removed - moved]
    if len(told) > MOST_CHANGES:
        raise TooLarge('more differs than can be told')
    told.sort(reverse=query['backwards'])
    end = query['offset'] + query['limit']
    room = MOST_OF_ALL
    results = []
    for path, source, what in patience.over(told[query['offset'] : end]):
        change = change_of(base, head, path, source, what, min(MOST_OF_ONE, room))
        room -= len(change['diff'].encode('utf-8'))
        results.append(change)
    return {'results': results, 'more': len(told) > end}


def copied_between(base, head):
    """What was copied from what. Old repositories have files that are copies of what is not there: then nothing is told."""
    try:
        return copies.pathcopies(base, head) if base.rev() >= 0 else {}
    except error.LookupError:
        return {}


def change_of(base, head, path, source, what, room):
    old = base[source] if source is not None and source in base else None
    new = head[path] if what != 'deleted' else None
    modes = [hf_files.MODES[each.flags()] if each is not None else '000000' for each in (new, old)]
    if what == 'modified' and (modes[0] == '120000') != (modes[1] == '120000'):
        what = 'type_changed'
    change = {'path': text(path), 'status': what, 'mode': modes[0], 'oldMode': modes[1]}
    change.update({'binary': False, 'additions': 0, 'deletions': 0, 'diff': ''})
    if what in ('renamed', 'copied'):
        change['oldPath'] = text(source)
    if any(each is not None and hf_begins.raw_size(each) > LARGEST for each in (old, new)):
        return {**change, 'cut': True}
    before, after = (each.data() if each is not None else b'' for each in (old, new))
    if stringutil.binary(before) or stringutil.binary(after):
        return {**change, 'binary': before != after}
    lines = before.count(b'\n') + after.count(b'\n')
    if lines > hf_compared.MOST_READ_LINES:
        return {**change, 'cut': True}
    hf_compared.of_lines(lines)
    _, hunks = mdiff.unidiff(before, b'', after, b'', b'a', b'b', binary=False)
    diff, size = [], 0
    for _, lines in hunks:
        for line in lines:
            change['additions'] += line.startswith(b'+')
            change['deletions'] += line.startswith(b'-')
            if change.get('cut'):
                continue
            # As text it is longer, where bytes are none.
            told = text(line)
            size += len(told.encode('utf-8'))
            if size <= room:
                diff.append(told)
            else:
                change['cut'] = True
    return {**change, 'diff': ''.join(diff)}


def too_large(file):
    return hf_begins.raw_size(file) > LARGEST_BLAMED


history = getattr(context, 'dag_util', None) or context.dagop
annotate = history.annotate


def bounded_annotate(base, parents, *more, **how):
    """What a version that is too large told, the one behind it tells first."""
    return annotate(base, lambda file: [each for each in parents(file) if not too_large(each)], *more, **how)


history.annotate = bounded_annotate
renamed = filelog.filelog.renamed


def readably_renamed(log, node):
    """Of what a file is a copy; what cannot be read says nothing of it."""
    try:
        source = renamed(log, node)
    except (KeyError, ValueError):
        return None
    return source if source and len(source[1]) == len(log.nullid) else None


filelog.filelog.renamed = readably_renamed
diff_lists = manifest.manifestdict.diff


def diff_readable_lists(one, other, *more, **how):
    """Where Mercurial's C cannot read a line it says that there is no memory: each line is read again, which tells why."""
    try:
        return diff_lists(one, other, *more, **how)
    except MemoryError:
        for each in (one, other):
            collections.deque(each.iterentries(), maxlen=0)
        raise


manifest.manifestdict.diff = diff_readable_lists


def blame(repo, query, patience):
    """The lines of a file with the commits that they came with; None where there is no file."""
    ctx = full(repo, query['commit'])
    exact = ctx and hf_files.named(ctx.manifest(), query['path'])
    if not exact or exact not in ctx:
        return None
    file = ctx[exact]
    if too_large(file):
        raise TooLarge('the file is too large')
    data = file.data()
    if stringutil.binary(data):
        return {'results': [], 'more': False}
    lines = data.count(b'\n')
    if lines > hf_compared.MOST_READ_LINES // 2:
        raise TooLarge('the file has too many lines')
    hf_compared.of_lines(2 * lines)
    first, last = query.get('first', 1), query.get('last')
    groups = []
    for at, line in enumerate(patience.over(annotated(file)), 1):
        if at < first or last is not None and at > last:
            continue
        came = (line.fctx.changectx().rev(), line.fctx.path(), line.lineno)
        group = groups[-1] if groups else None
        if group and group['came'] == came[:2] and group['from'] + group['count'] == came[2]:
            group['count'] += 1
        else:
            groups.append({'line': at, 'count': 1, 'came': came[:2], 'from': came[2]})
    if query['backwards']:
        groups.reverse()
    end = query['offset'] + query['limit']
    chosen = [blamed(repo, each) for each in groups[query['offset'] : end]]
    return {'results': chosen, 'more': len(groups) > end}


def annotated(file):
    """Where its lines came from, over copies as far as what they are copies of is there."""
    try:
        return file.annotate(follow=True)
    except error.LookupError:
        return file.annotate(follow=False)


def blamed(repo, group):
    rev, path = group['came']
    told = hf_read.commit(repo[rev])
    origin = {'commit': told['id'], 'author': told['author'], 'path': text(path), 'line': group['from']}
    return {'line': group['line'], 'count': group['count'], 'origin': origin}
`;
