/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: takes bundles in, in one
 * transaction that waits for a word.
 */
export const hfTake = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes bundles in, in one transaction. Before it ends it says what it would change, and waits for a word."""
import json
import os
import resource
import signal
import sys

import hf_allowed
import hf_base
import hf_gate
import hf_judged
import hf_large
import hf_names
import hf_refs
import hf_tidy
from hf_say import counting, say
from mercurial import bundle2, error, exchange, node, phases, streamclone

WORD = 'publish\n'


def decides(ui, repo, hooktype=None, **_):
    """A hook: whether the transaction may not be committed."""
    if any(hf_gate.misnamed(repo)):
        say(failed=hf_base.text(hf_names.MISNAMED))
        return True
    if hf_gate.unsent(repo):
        say(failed=hf_base.text(hf_gate.UNSENT))
        return True
    for update in hf_refs.updates(hf_refs.names(hf_base.before(repo)), hf_refs.names(repo.filtered(b'served'))):
        say(update=update)
    say(waits=True)
    return sys.stdin.readline() != WORD


def applied(repo, transaction, path):
    with open(path, 'rb') as source:
        bundle = exchange.readbundle(repo.ui, source, b'the file')
        if isinstance(bundle, streamclone.streamcloneapplier):
            raise error.Abort(b'a bundle of this kind is not taken: make it by hg bundle --all')
        bundle2.applybundle(repo, bundle, transaction, source=b'serve', url=b'import')


def named(repo, transaction, known, bookmarks):
    """
    From now on there are these bookmarks and no others. Those of which hg bookmark makes none are left out where they
    were not 'known' before, and all that are at no commit.
    """
    odd = {each for each in bookmarks if each.encode() not in known and not hf_refs.may_mark(each)}
    if odd:
        say(odd=len(odd))
    wanted = {name.encode(): node.bin(found) for name, found in bookmarks.items() if name not in odd}
    wanted = {name: found for name, found in wanted.items() if found != repo.nullid and repo.changelog.hasnode(found)}
    gone = [(name, None) for name in repo._bookmarks if name not in wanted]
    moved = [(name, found) for name, found in wanted.items() if repo._bookmarks.get(name) != found]
    repo._bookmarks.applychanges(repo, transaction, gone + moved)


def taken(base, directory, bundles, bookmarks):
    hf_tidy.tidy(base, directory)
    repo = hf_base.opened(base, directory).unfiltered()
    with repo.wlock(), repo.lock(), repo.transaction(b'import') as transaction:
        known = set(repo._bookmarks)
        for number, path in enumerate(bundles):
            say(part=number)
            applied(repo, transaction, path)
        heads = [each for each in repo.heads() if each != repo.nullid]
        phases.advanceboundary(repo, transaction, phases.public, heads)
        # Bundles that somebody brings may have some, too.
        named(repo, transaction, known, hf_refs.bookmarks(repo) if bookmarks is None else bookmarks)
    hf_large.remember(directory)
    say(done=True)


def stop(*_):
    """The transaction is rolled back on the way out."""
    raise KeyboardInterrupt()


def main(state, directory):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    signal.signal(signal.SIGTERM, stop)
    asked = json.loads(sys.stdin.readline())
    resource.setrlimit(resource.RLIMIT_DATA, (asked['memory'], asked['memory']))
    hf_allowed.allow()
    hf_judged.Judging.is_on = False
    base = counting(hf_base.fresh_ui((b'hooks', b'pretxnclose.holdfast', decides)))
    try:
        taken(base, directory, asked['bundles'], asked['bookmarks'])
    except KeyboardInterrupt:
        sys.exit(1)
    except hf_base.Missing:
        say(missing=True)
    except MemoryError:
        say(large=True)
    except error.LockError:
        say(busy=True)
    except error.HookAbort:
        sys.exit(1)
    except error.Abort as problem:
        say(failed='Mercurial: ' + hf_base.text(problem.message))
    except OSError as problem:
        say(failed='Mercurial: ' + str(problem.strerror), full=problem.errno == 28)
    except Exception as problem:  # what comes may be anything
        sys.stderr.write('what came could not be taken in: %r\n' % problem)
        say(failed='Mercurial could not read what came')


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
