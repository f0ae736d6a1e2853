/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: who reads a whole repository as
 * it is stored looks at all its files first, in turns.
 */
export const hfWalks = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Streamed clones, which lock a repository while all its files are looked at. They do so in turns, and leave it alone as long
between: who writes asks for the lock once a second, and would wait for all who read, and begin again.
"""
import contextlib
import fcntl
import functools
import os
import time

import hf_ends
from mercurial import streamclone

# Of the repository, in its caches. Whoever has his turn holds its lock; it is from when the next one may begin.
TURN = b'holdfast-walks'
# No walk waits longer for that (s).
LONGEST = 10
# How often somebody looks (s).
EVERY = 0.1


def is_locked(file):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait(until):
    while not until():
        time.sleep(EVERY)
        hf_ends.look()


@contextlib.contextmanager
def turn_of(repo):
    """The lock goes with the process that has it."""
    with repo.cachevfs(TURN, b'ab') as file:
        wait(lambda: is_locked(file))
        end = time.time() + LONGEST
        wait(lambda: not time.time() < os.fstat(file.fileno()).st_mtime < end)
        begun = time.time()
        try:
            yield
        finally:
            free = time.time() + min(time.time() - begun, LONGEST)
            os.utime(file.fileno(), (free, free))


def in_turn(generate):
    @functools.wraps(generate)
    def generated(repo, *words, **how):
        with contextlib.ExitStack() as turn:
            # A disk that is full, or knows no such locks, keeps nobody from reading.
            with contextlib.suppress(OSError):
                turn.enter_context(turn_of(repo))
            return generate(repo, *words, **how)

    return generated


for name in ('generatev1', 'generatev2', 'generatev3'):
    if hasattr(streamclone, name):
        setattr(streamclone, name, in_turn(getattr(streamclone, name)))
`;
