/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what a killed process has left in
 * a repository: its lock, and a transaction that was not over.
 */
export const hfTidy = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What a killed process has left in a repository: its lock, and a transaction that was not over."""
import contextlib
import fcntl
import os

import hf_base
from mercurial import error, localrepo, lock as lockmod, vfs

STATE = None
# Where it is, the caches of tags and branches beside it are sound: clients could write them once, or have them say of a
# changeset what holds for another one.
OWN_CACHES = 'holdfast-caches-known'


def mark(state):
    """'state': the directory that stands in the command lines of all processes that may hold a lock."""
    global STATE
    STATE = state


def tidy(base, path):
    """Puts the repository in order, if nobody is at work who would do it himself."""
    forget_caches(os.path.join(path, '.hg', 'cache'))
    journal = os.path.join(path, '.hg', 'store', 'journal')
    locks = [os.path.join(path, '.hg', name) for name in ('store/lock', 'wlock')]
    if not os.path.lexists(journal) and not any(map(os.path.lexists, locks)):
        return
    if any(is_alive(each) for each in locks):
        return
    with open(os.path.join(STATE, 'tidy.lock'), 'a') as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        for each in locks:
            break_dead(each)
        if os.path.lexists(journal) and not any(map(os.path.lexists, locks)):
            recover(hf_base.opened(base, path).unfiltered())


def recover(repo):
    """
    As 'hg recover'. Before 6.5 that may keep the data of a file which had outgrown its index, and not list it: copies
    made by '--stream' would lack it.
    """
    touched = [line.split(b'\0', 1)[0] for line in repo.svfs.read(b'journal').splitlines()]
    repo.recover()
    listed = getattr(repo.store, 'fncache', None)
    if listed is None:
        return
    files = [each for each in touched if each.startswith((b'data/', b'meta/')) and repo.svfs.exists(each)]
    if any(each not in listed for each in files):
        with repo.lock(), repo.transaction(b'recover'):
            for each in files:
                listed.add(each)


begin = localrepo.localrepository.transaction


def begin_in_order(self, *asked, **named):
    """Who waited for a lock until its holder was killed has it now, and finds the transaction that was not over."""
    is_first = self.currenttransaction() is None and self._currentlock(self._lockref) is not None
    if is_first and self.svfs.exists(b'journal'):
        recover(self.unfiltered())
    return begin(self, *asked, **named)


localrepo.localrepository.transaction = begin_in_order


def forget_caches(caches):
    """Removes what may have been said of changesets by clients, once, before anybody reads it."""
    mark = os.path.join(caches, OWN_CACHES)
    if os.path.exists(mark) or not os.path.isdir(caches):
        return
    for name in os.listdir(caches):
        if name.startswith(('hgtagsfnodes', 'tags2', 'rbc-', 'holdfast-tags')):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(caches, name))
    with contextlib.suppress(OSError):  # a full disk: then they go again the next time
        os.close(os.open(mark, os.O_CREAT | os.O_WRONLY, 0o600))


def break_dead(path):
    """Removes a lock that nobody holds; it may be given back, or taken anew, in the midst of that: readers lock, too."""
    if not is_dead(path):
        return
    directory, name = os.path.split(os.fsencode(path))
    with contextlib.suppress(error.LockError, FileNotFoundError):
        # As all do who break one: else it could be another's by now.
        with lockmod.lock(vfs.vfs(directory), name + b'.break', timeout=0):
            if is_dead(path):
                os.unlink(path)


def holder_of(lock):
    """What stands in a lock; None: there is none."""
    try:
        return os.readlink(lock)
    except FileNotFoundError:
        return None
    except OSError:
        return ''


def is_alive(lock):
    holder = holder_of(lock)
    return holder is not None and runs(holder)


def is_dead(lock):
    holder = holder_of(lock)
    return holder is not None and not runs(holder) and holder_of(lock) == holder


def runs(holder):
    """Whether the process that took a lock is one of ours, and runs."""
    host, _, number = holder.rpartition(':')
    if os.fsencode(host) != lockmod._getlockprefix():
        return False
    try:
        with open('/proc/%d/cmdline' % int(number), 'rb') as line:
            return os.fsencode(STATE) in line.read()
    except (OSError, ValueError):
        return False
`;
