/**
 * A program for tests: adds commits to a branch of a repository, as a push does. Its argument is a list in JSON: the
 * repository, the branch, how many, and what the names of the files begin with; it prints their ids, as JSON too.
 */
export const growing = String.raw`
import json, os, sys, time
from mercurial import context, hg, phases, ui as uimod

def grow(path, branch, count, prefix):
    repo = hg.repository(uimod.ui.load(), os.fsencode(path))
    branch = os.fsencode(branch)
    made = []
    with repo.lock(), repo.transaction(b'test') as transaction:
        try:
            parent = repo.branchtip(branch)
        except Exception:
            parent = repo.nullid
        start = int(time.time()) - count
        for at in range(count):
            name = b'%s-%d.txt' % (os.fsencode(prefix), at)
            text = b'%s %d\n' % (branch, at)
            file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, text)
            commit = context.memctx(
                repo, (parent, repo.nullid), b'Change a file', [name], file,
                user=b'A U Thor <author@example.org>', date=(start + at, 0), extra={b'branch': branch},
            )
            parent = repo.commitctx(commit)
            phases.advanceboundary(repo, transaction, phases.public, [parent])
            made.append(repo[parent].hex().decode())
    return made

print(json.dumps(grow(*json.loads(sys.argv[1]))))
`;
