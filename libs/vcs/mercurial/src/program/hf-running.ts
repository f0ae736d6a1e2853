/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the requests that are worked on,
 * and how one ends that nobody waits for.
 */
export const hfRunning = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The requests that are worked on, by the names that the service gives them, and how one ends that nobody waits for."""
import ctypes
import os
import sys
import threading
import traceback

import mercurial
from waitress.channel import ClientDisconnected

MERCURIAL = os.path.join(os.path.dirname(os.path.realpath(mercurial.__file__)), '')
LOCK = os.path.join('mercurial', 'lock.py')
# Of our own modules these hold no lock of the process.
READING = ('hf_content', 'hf_files', 'hf_lines', 'hf_read', 'hf_refs', 'hf_search')


class Ended(BaseException):
    """The service has ended the request that this thread works on."""


class Running:
    def __init__(self):
        self.guard = threading.Lock()
        self.threads = {}
        self.told = set()

    def known(self, application):
        """The same application, of which the service can ask what it is at."""

        def run(env, start_response):
            name = env.get('HTTP_X_HF_REQUEST', '')
            with self.guard:
                self.threads[name] = threading.get_ident()
            try:
                yield from application(env, start_response)
            except Ended:
                raise ClientDisconnected()
            finally:
                self._over(name)

        return run

    def runs(self, name, end):
        """Whether a request is worked on still. 'end': then it is to stop as soon as that harms nobody."""
        with self.guard:
            thread = self.threads.get(name)
            # One at a time: of two that are told, Python (to 3.12) may raise it in the second one only later, where
            # that does harm.
            if thread is not None and end and not self.told and may_end(sys._current_frames().get(thread)):
                self.told.add(name)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Ended))
            return thread is not None

    def _over(self, name):
        with self.guard:
            thread = self.threads.pop(name, None)
            if name in self.told:
                self.told.discard(name)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)


def may_end(frame):
    """Whether a thread holds no lock of the process, nor is just taking or giving back that of a repository."""
    if frame is None:
        return False
    file = os.path.realpath(frame.f_code.co_filename)
    if file.startswith(MERCURIAL):
        # A lock is made and removed by what lock.py calls. In trylock itself a thread only waits for one.
        return is_trylock(frame) or not any(is_of_lock(each) for each, _ in traceback.walk_stack(frame))
    return os.path.splitext(os.path.basename(file))[0] in READING


def is_of_lock(frame):
    return frame.f_code.co_filename.endswith(LOCK)


def is_trylock(frame):
    return is_of_lock(frame) and frame.f_code.co_name == 'trylock'
`;
