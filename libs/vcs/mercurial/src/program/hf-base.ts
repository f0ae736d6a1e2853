/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: mercurial as the other modules
 * here use it: its configuration, and repositories that are open.
 */
export const hfBase = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Mercurial as the other modules here use it: its configuration, and repositories that are open."""
import contextlib
import collections
import gc
import os
import resource
import sys
import threading
import time

os.environ.update(HGPLAIN='1', HGRCPATH='', HGRCSKIPREPO='1', HGENCODING='UTF-8', HGENCODINGMODE='replace')
try:
    from mercurial import initialization

    initialization.init()
except ImportError:  # before 7.2
    pass
from mercurial import error, extensions, hg, node, ui as uimod

# Mercurial before 7 removes its own temporary directories together with all empty ones above them.
with contextlib.suppress(KeyError, OSError):
    open(os.path.join(os.environ['TMPDIR'], 'stays'), 'x').close()

# Bytes of the name of a branch, a bookmark or a tag: as of those that the service makes.
LONGEST_NAME = 255
SETTINGS = (
    (b'web', b'push_ssl', b'no'),
    (b'web', b'allow-push', b'*'),
    (b'web', b'allow-archive', b''),
    (b'experimental', b'httppostargs', b'yes'),
    (b'experimental', b'evolution', b'no'),
    (b'server', b'zliblevel', b'1'),
    (b'server', b'uncompressed', b'yes'),
    (b'server', b'uncompressedallowsecret', b'no'),
    (b'server', b'validate', b'yes'),
    (b'server', b'streamunbundle', b'no'),
    (b'server', b'concurrent-push-mode', b'check-related'),
    (b'phases', b'publish', b'yes'),
    (b'ui', b'timeout', b'60'),
    # Its words for one who waits for a lock name the directory on the server: they come later than he waits.
    (b'ui', b'timeout.warn', b'3600'),
    (b'ui', b'interactive', b'no'),
    (b'ui', b'archivemeta', b'no'),
    (b'ui', b'report_untrusted', b'no'),
    (b'worker', b'enabled', b'no'),
    (b'progress', b'disable', b'yes'),
)


def fresh_ui(*more):
    """With our settings and nobody else's; 'more' as SETTINGS."""
    made = uimod.ui.load()
    for section, name, value in SETTINGS + more:
        made.setconfig(section, name, value, b'holdfast')
    extensions.loadall(made)
    extensions.populateui(made)
    return made


def state_of(path):
    """What changes when somebody has written to the repository."""
    found = []
    for name in ('store/00changelog.i', 'store/phaseroots', 'store/obsstore', 'bookmarks'):
        try:
            about = os.stat(os.path.join(path, '.hg', name))
            found.append((about.st_mtime_ns, about.st_size, about.st_ino))
        except FileNotFoundError:
            found.append(None)
    return tuple(found)


def token_of(path):
    return '-'.join('.'.join(map(str, each)) if each else '' for each in state_of(path))


class Missing(Exception):
    """There is no repository."""


def crowded():
    """Whether this process has more than half of the memory that it may have."""
    limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
    if limit == resource.RLIM_INFINITY:
        return False
    try:
        with open('/proc/self/statm') as told:
            return int(told.read().split()[1]) * resource.getpagesize() > limit // 2
    except OSError:
        return False


def starved(problem):
    """Whether a request may have failed because memory ran out: libraries in C say so in words of their own."""
    return isinstance(problem, MemoryError) or crowded()


class Keepers:
    """Those who keep something for later requests. They let go of it where it takes too much memory."""

    def __init__(self):
        self.all = []
        self.collected = 0

    def ease(self):
        if not crowded():
            return
        for let_go in self.all:
            let_go()
        # What refers to itself goes with that; it holds up all threads.
        if time.monotonic() - self.collected > 2:
            self.collected = time.monotonic()
            gc.collect()


keepers = Keepers()


class Pool:
    """Repositories that are open: each is used by one thread at a time, and opened anew after it was written to."""

    def __init__(self, base, most=200, most_each=4):
        self.base, self.most, self.most_each = base, most, most_each
        self.idle = collections.OrderedDict()
        self.guard = threading.Lock()
        keepers.all.append(self.let_go)

    @contextlib.contextmanager
    def repository(self, path):
        state = state_of(path)
        repo = self._taken(path, state)
        if repo is None:
            repo = opened(self.base, path)
        try:
            yield repo
            with self.guard:
                of_path = self.idle.setdefault(path, [])
                self.idle.move_to_end(path)
                if len(of_path) < self.most_each:
                    of_path.append((state, repo))
                while len(self.idle) > self.most:
                    self.idle.popitem(last=False)
        finally:
            keepers.ease()

    def let_go(self):
        with self.guard:
            self.idle.clear()

    def forget(self, path):
        with self.guard:
            self.idle.pop(path, None)

    def _taken(self, path, state):
        with self.guard:
            of_path = [each for each in self.idle.pop(path, []) if each[0] == state]
            taken = of_path.pop()[1] if of_path else None
            if of_path:
                self.idle[path] = of_path
            return taken


def opened(base, path):
    """What all may see of the repository, read anew."""
    try:
        return hg.repository(base.copy(), os.fsencode(path)).filtered(b'served')
    except error.RepoError:
        raise Missing(path)


def before(repo):
    """The repository of a transaction as all others see it still. It is opened once for all who ask."""
    kept = repo.currenttransaction().__dict__
    if 'holdfast_before' not in kept:
        kept['holdfast_before'] = opened(repo.baseui, os.fsdecode(repo.root))
    return kept['holdfast_before']


def text(data):
    return data.decode('utf-8', 'replace')


def full(repo, hexadecimal):
    """The changeset of a full id; None: there is none that all may see."""
    try:
        found = node.bin(hexadecimal)
    except (TypeError, ValueError):
        return None
    if len(found) != 20 or found in (repo.nullid, b'\xff' * 20) or not repo.changelog.hasnode(found):
        return None
    return repo[found]


def hexed(found):
    return node.hex(found).decode('ascii')
`;
