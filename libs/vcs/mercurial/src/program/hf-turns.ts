/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whose turn it is to take much
 * memory.
 */
export const hfTurns = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Whose turn it is to take much memory: of the threads of a process, one at a time."""
import collections
import contextlib
import threading

import hf_ends

# What it counts as to open the log of a file.
OPENED = 4 << 10


class Turns:
    """One thread of the process at a time, in the order in which they came."""

    def __init__(self):
        self.guard = threading.Lock()
        self.waiting = collections.deque()
        self.busy = False

    def take(self):
        with self.guard:
            if not self.busy:
                self.busy = True
                return
            call = threading.Lock()
            call.acquire()
            self.waiting.append(call)
        call.acquire()

    def leave(self):
        with self.guard:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.busy = False


class Elsewhere(Exception):
    """What is asked is more work than a process takes that serves others: a program of its own is to do it."""


class Mine(threading.local):
    """What the thread that asks has."""

    adding = 0
    turn = False
    # What it may still take in (see SMALL of hf_wire); None: as much as there is.
    left = None
    # It did what holds up others.
    heavy = False
    # How much more may be compared where others are served (see MOST_LOOKS of hf_compared); None: it is a program of
    # its own.
    looks = None


turns = Turns()
mine = Mine()


@contextlib.contextmanager
def no_more_than(most, looks):
    """This thread takes in so much at most, each version when it is read and when it is stored, and compares so much."""
    mine.left, mine.looks, mine.heavy = most, looks, False
    try:
        yield
    finally:
        mine.left = mine.looks = None


def spend(work):
    """So much of what this thread may take in, where others are served; it stops here if it is told to."""
    hf_ends.look()
    if mine.left is not None:
        mine.left -= work
        if mine.left < 0:
            raise Elsewhere()


def hold_up():
    """What comes next holds up others of this process: it is done elsewhere, where it can still be."""
    if mine.left is not None:
        raise Elsewhere()
    mine.heavy = True


def look(often):
    """Lines are looked at so often next, at most. Answers whether others can wait for that; or it is done elsewhere."""
    if mine.looks is not None:
        mine.looks -= often
        if mine.looks < 0:
            hold_up()
            return False
    return True


def begin():
    with hf_ends.Whole():
        if not mine.turn:
            turns.take()
            mine.turn = True


def end():
    with hf_ends.Whole():
        if mine.turn:
            mine.turn = False
            turns.leave()


def over():
    """The request of this thread is: it has no turn any more, wherever it was ended."""
    end()
    mine.adding = 0
    mine.left = mine.looks = None


@contextlib.contextmanager
def alone(wanted):
    """In the turn of this thread, if that is wanted."""
    if not wanted or mine.turn:
        yield
        return
    begin()
    try:
        yield
    finally:
        end()
`;
