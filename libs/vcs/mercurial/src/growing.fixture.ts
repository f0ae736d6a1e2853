/**
 * A program for tests: adds commits to a branch of a repository, as a push does, and prints their ids. Its words: the
 * repository, the branch, how many, and what the names of the files begin with.
 */
export const growing = String.raw`
import os, sys, time
os.environ.update(HGPLAIN='1', HGRCPATH='', HGENCODING='UTF-8')
try:
    from mercurial import initialization
    initialization.init()
except ImportError:
    pass
from mercurial import context, hg, phases, ui as uimod
path, branch, count, prefix = sys.argv[1:]
repo = hg.repository(uimod.ui.load(), os.fsencode(path))
branch = os.fsencode(branch)
with repo.lock(), repo.transaction(b'test') as transaction:
    try:
        parent = repo.branchtip(branch)
    except Exception:
        parent = repo.nullid
    start = int(time.time()) - int(count)
    for at in range(int(count)):
        name = b'%s-%d.txt' % (os.fsencode(prefix), at)
        text = b'%s %d\n' % (branch, at)
        file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, text)
        made = context.memctx(
            repo, (parent, repo.nullid), b'Change a file', [name], file,
            user=b'A U Thor <author@example.org>', date=(start + at, 0), extra={b'branch': branch},
        )
        parent = repo.commitctx(made)
        phases.advanceboundary(repo, transaction, phases.public, [parent])
        print(repo[parent].hex().decode())
`;
