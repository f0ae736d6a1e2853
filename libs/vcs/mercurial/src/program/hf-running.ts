/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the requests that are worked on,
 * and how one ends that nobody waits for.
 */
export const hfRunning = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The requests that are worked on, by the names that the service gives them, and how one ends that nobody waits for."""
import os
import threading
import traceback

import hf_turns
import mercurial
from hf_ends import Ended, look, Open, Whole, Work
from waitress.channel import ClientDisconnected

MERCURIAL = os.path.join(os.path.dirname(mercurial.__file__), '')
LOCK = os.path.join('mercurial', 'lock.py')
# Modules are loaded in it, each with a lock of its own.
LOADING = '<frozen importlib'
# Of our own modules these hold no lock of the process.
READING = ('hf_content', 'hf_files', 'hf_lines', 'hf_read', 'hf_refs', 'hf_search')


class Running:
    def __init__(self):
        self.guard = threading.Lock()
        self.works = {}

    def known(self, application):
        """The same application, of which the service can ask what it is at."""

        def run(env, start_response):
            name, work = env.get('HTTP_X_HF_REQUEST', ''), Work()
            with self.guard:
                self.works[name] = work
            try:
                yield from pieces(work, application, env, whole_start(start_response))
            except Ended:
                raise ClientDisconnected()
            finally:
                with self.guard:
                    self.works.pop(name, None)
                hf_turns.over()
                work.over()

        return run

    def runs(self, name, end):
        """Whether a request is worked on still. 'end': then it is to stop as soon as that harms nobody."""
        with self.guard:
            work = self.works.get(name)
        if work is not None and end:
            work.tell(may_end)
        return work is not None


def pieces(work, application, env, start_response):
    """What the application says. The server that sends it, and its locks, are outside of what may be ended."""
    said = None
    try:
        with Open(work):
            said = iter(application(env, start_response))
        while True:
            with Open(work):
                look()
                piece = next(said, None)
            if piece is None:
                return
            yield piece
    finally:
        if hasattr(said, 'close'):
            said.close()


def whole_start(start_response):
    def start(*words, **how):
        with Whole():
            write = start_response(*words, **how)
        return whole_write(write)

    return start


def whole_write(write):
    def written(data):
        with Whole():
            write(data)

    return written


def may_end(frame):
    """Whether a thread is where it is likely to hold no lock of the process: what surely has none says so (Whole)."""
    if frame is None:
        return False
    file = frame.f_code.co_filename
    if file.startswith(MERCURIAL):
        # A lock is made and removed by what lock.py calls. In trylock itself a thread only waits for one.
        return is_trylock(frame) or not any(holds(each) for each, _ in traceback.walk_stack(frame))
    return os.path.splitext(os.path.basename(file))[0] in READING


def holds(frame):
    return is_of_lock(frame) or frame.f_code.co_filename.startswith(LOADING)


def is_of_lock(frame):
    return frame.f_code.co_filename.endswith(LOCK)


def is_trylock(frame):
    return is_of_lock(frame) and frame.f_code.co_name == 'trylock'
`;
