/** A module of the engine's Python program, under the licence that Mercurial asks for: the files of a commit. */
export const hfFiles = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The files of a commit."""
import hashlib
import time

from hf_base import full, hexed, text
import hf_begins
import hf_read

MODES = {b'': '100644', b'x': '100755', b'l': '120000', b't': '040000'}
DIRECTORY = '040000'
LOOKING_FOR_COMMITS = 2.0


def named(manifest, path):
    """The path as it is in the manifest; a name with U+FFFD stands for the one that shows so."""
    exact = path.encode('utf-8', 'surrogatepass')
    if '\ufffd' not in path or exact in manifest:
        return exact
    depth = path.count('/') + 1
    for file in manifest:
        for each in (file, b'/'.join(file.split(b'/')[:depth])):
            if text(each) == path:
                return each
    return exact


def below(manifest, directory, patience):
    """The files in a directory and its directories, in the order of their paths."""
    start = directory + b'/' if directory else b''
    for file in patience.over(manifest.iterkeys()):
        if file.startswith(start):
            yield file


def entry_of(ctx, file):
    manifest = ctx.manifest()
    flag = manifest.flags(file)
    path = text(file)
    return {
        'name': path.rsplit('/', 1)[-1],
        'path': path,
        'type': 'symlink' if flag == b'l' else 'file',
        'mode': MODES.get(flag, '100644'),
        'id': hexed(manifest[file]),
        'size': hf_begins.size_of(ctx[file]),
    }


def directory_of(path, digest):
    shown = text(path)
    return {'name': shown.rsplit('/', 1)[-1], 'path': shown, 'type': 'directory', 'mode': DIRECTORY, 'id': digest}


def head(repo, commit, path):
    """How many bytes a file has; None where there is none."""
    ctx = full(repo, commit)
    exact = ctx and named(ctx.manifest(), path)
    if not exact or exact not in ctx:
        return None
    return {'size': hf_begins.size_of(ctx[exact])}


def digest_of(manifest, directory, files):
    """Of what is below a directory: the same digest, the same contents."""
    sum_ = hashlib.sha1()
    for file in files:
        sum_.update(file[len(directory) :] + b'\0' + manifest[file] + manifest.flags(file) + b'\n')
    return sum_.hexdigest()


def entry(repo, commit, path, patience):
    ctx = full(repo, commit)
    if ctx is None:
        return None
    manifest = ctx.manifest()
    exact = named(manifest, path)
    if exact and exact in manifest:
        return entry_of(ctx, exact)
    files = list(below(manifest, exact, patience))
    if not files and exact:
        return None
    return directory_of(exact, digest_of(manifest, exact, files))


def level(repo, query, patience):
    """What stands in a directory; None where the path is none."""
    ctx = full(repo, query['commit'])
    if ctx is None:
        return None
    manifest = ctx.manifest()
    directory = named(manifest, query['path'])
    start = len(directory) + 1 if directory else 0
    children = {}
    for file in below(manifest, directory, patience):
        child, slash, _ = file[start:].partition(b'/')
        children.setdefault(child + slash, []).append(file)
    if not children and directory:
        return None
    chosen, more = page(sorted(children), query, lambda child: text(file_path(directory, child)))
    results = []
    for child in patience.over(chosen):
        path = file_path(directory, child)
        if child.endswith(b'/'):
            results.append(directory_of(path, digest_of(manifest, path, children[child])))
        else:
            results.append(entry_of(ctx, path))
    if query.get('withCommits'):
        paths = [file_path(directory, each) for each in chosen]
        add_commits(repo, ctx, results, {text(each): each for each in paths})
    return {'results': results, 'more': more}


def file_path(directory, child):
    return (directory + b'/' if directory else b'') + child.rstrip(b'/')


def files(repo, query, patience):
    ctx = full(repo, query['commit'])
    if ctx is None:
        return {'results': [], 'more': False}
    chosen, more = page(list(patience.over(ctx.manifest().iterkeys())), query, text)
    return {'results': [entry_of(ctx, each) for each in patience.over(chosen)], 'more': more}


def page(names, query, shown):
    """The part of a list that is asked for, and whether there is more behind it."""
    wanted = query.get('text')
    if wanted is not None:
        folded = wanted.lower()
        names = [each for each in names if folded in shown(each).lower()]
    if query['backwards']:
        names = names[::-1]
    end = query['offset'] + query['limit']
    return names[query['offset'] : end], len(names) > end


def add_commits(repo, ctx, results, exact):
    """The last commits that touched these entries, as far as they are found in time."""
    left = {path: each for each in results for path in [exact[each['path']]]}
    until = time.monotonic() + LOOKING_FOR_COMMITS
    messages = hf_read.Messages()
    for rev in repo.revs(b'reverse(::%d)', ctx.rev()):
        if not left or time.monotonic() > until:
            return
        touched = repo[rev].files()
        for path in [each for each in left if any(hf_read.touches(file, each) for file in touched)]:
            left.pop(path)['commit'] = messages.commit(repo[rev])
`;
