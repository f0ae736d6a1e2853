/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: where the work of a thread may be
 * ended from outside, and what is done as a whole.
 */
export const hfEnds = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the work of a thread may be ended from outside, and what is done as a whole: half done it would stay so."""
import ctypes
import gc
import os
import sys
import threading
import weakref

import hf_base  # makes Mercurial ready
from mercurial import lock as lockmod, streamclone

# Who ends another thread has it, and who says that he must not be ended. A thread may take it twice: garbage is looked
# for anywhere, and a lock that is garbage gives itself back.
guard = threading.RLock()


class Mine(threading.local):
    work = None


mine = Mine()


class Ended(BaseException):
    """The service has ended the request that this thread works on."""

    def __init__(self):
        super().__init__()
        # Python makes it in the thread that is ended, before that sees it.
        if mine.work is not None:
            mine.work.ended = True


class Work:
    """
    What a thread does for one request. From outside it is ended once at most, only while it is 'open', and nowhere in
    what is done as a whole: what is on its way to it then is taken back by itself, before that begins.
    """

    # The one that is being ended. One at a time: of two that are told, Python (to 3.12) may raise it in the second one
    # only later.
    ending = None

    def __init__(self):
        self.thread = threading.get_ident()
        self.told = self.ended = False
        # How many reasons there are not to end it: that it is not open is one.
        self.shut = 1
        # Those that it holds now.
        self.locks = {}
        mine.work = self

    def tell(self, may_end):
        """It is to stop: here and now, if 'may_end' says of its frame that it may; or at the next place that looks."""
        with guard:
            self.told = True
            if self.ended or self.shut or self.locks or Work.ending is not None:
                return
            if may_end(sys._current_frames().get(self.thread)):
                Work.ending = self
                self._raise(ctypes.py_object(Ended))

    def close(self):
        with guard:
            self._take_back()
            self.shut += 1

    def open(self):
        with guard:
            self.shut -= 1

    def stop(self):
        """Ends it, in its own thread."""
        with guard:
            self._take_back()
        raise Ended()

    def over(self):
        """It holds nothing any more, whatever has come of it; to be called while it is not open."""
        with guard:
            if Work.ending is self:
                self._raise(None)
                Work.ending = None
        if mine.work is self:
            mine.work = None
        if self.ended:
            gc.enable()  # it may have ended where that was off for a while
        self._give_back()

    def _take_back(self):
        # Once it is raised others wait until that is over.
        if Work.ending is self and not self.ended:
            self._raise(None)
            Work.ending = None

    def _raise(self, what):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), what)

    def _give_back(self):
        """Nothing should be left here: the lock of a repository that is keeps everybody from writing."""
        left = [each for each in (known() for known in self.locks.values()) if each is not None and each.held]
        if not left:
            return
        sys.stderr.write('a request has left the lock of a repository\n')
        sys.stderr.flush()
        if any(os.path.exists(each.vfs.join(b'journal')) for each in left):
            # Its transaction is here, too, and would be taken back beside that of the next who writes.
            os._exit(1)
        for each in left:
            each.held = 1
            each.release(False)


class Open:
    """In it the work may be ended."""

    def __init__(self, work):
        self.work = work

    def __enter__(self):
        self.work.open()

    def __exit__(self, *_):
        self.work.close()


class Whole:
    """What is in it is done as a whole."""

    def __init__(self):
        self.work = mine.work

    def __enter__(self):
        if self.work is not None:
            self.work.close()

    def __exit__(self, *_):
        if self.work is not None:
            self.work.open()


def look():
    """This work stops here, if it is told to, though it holds a lock: what it is in must stand an exception."""
    work = mine.work
    if work is not None and work.told and not work.ended and not work.shut:
        work.stop()


take_lock = lockmod.lock._trylock
give_back_lock = lockmod.lock.release


def take(lock):
    """As Mercurial does it; its work is ended nowhere from the making of the lock to its removal."""
    with Whole():
        take_lock(lock)
        work = mine.work
        if work is not None and lock.held:
            work.locks[id(lock)] = weakref.ref(lock)
            lock.hf_work = work


def give_back(lock, *more, **how):
    with Whole():
        try:
            give_back_lock(lock, *more, **how)
        finally:
            work = getattr(lock, 'hf_work', None)
            if work is not None and not lock.held:
                work.locks.pop(id(lock), None)


walk = streamclone._walkstreamfiles


def walk_and_look(*words, **how):
    """All files of a repository, which is locked meanwhile."""
    for each in walk(*words, **how):
        look()
        yield each


lockmod.lock._trylock = take
lockmod.lock.release = give_back
streamclone._walkstreamfiles = walk_and_look
`;
