/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: looks after what a repository has
 * on the disk.
 */
export const hfCare = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Looks after what a repository has on the disk. It says what it does in lines of JSON."""
import os
import shutil
import sys
import tempfile

import hf_base
import hf_tidy
from hf_say import Progress, say
from mercurial import hg, verify
from mercurial.interfaces import repository

# What belongs to who is writing, and what is made anew where it is missing: in the store itself, above all files.
LEFT_OUT = ('lock', 'journal', 'undo')


def telling(base):
    """The configuration with an ear for what is said."""

    class Telling(base.__class__):
        def warn(self, *words, **_):
            for line in hf_base.text(b''.join(words)).splitlines():
                say(fault=line)

        def status(self, *words, **_):
            say(doing=hf_base.text(b''.join(words)).strip())

        def makeprogress(self, topic, unit=b'', total=None):
            return Progress(topic, total)

    base.__class__ = Telling
    return base


def linked(source, target, left_out=()):
    """Second names for all files. Mercurial makes a copy before it writes to a file with two, so none changes."""
    os.makedirs(target)
    for entry in os.scandir(source):
        if entry.name.startswith(left_out):
            continue
        place = os.path.join(target, entry.name)
        if entry.is_dir(follow_symlinks=False):
            linked(entry.path, place)
        elif entry.is_file(follow_symlinks=False):
            try:
                os.link(entry.path, place)
            except OSError:
                shutil.copyfile(entry.path, place)


def give_way():
    """From here on nobody waits for it: who holds a lock must not wait for the processor."""
    os.nice(19)
    try:
        with open('/proc/self/autogroup', 'w') as group:
            group.write('19')
    except OSError:
        pass


# A file may say that it is a copy of what is not there, in old repositories and by whoever pushes. Nothing is lost.
ABOUT_COPIES = (b'empty or missing copy source', b'checking rename of')


def but_for_copies(judge):
    def judged(verifier, revision, message, *more, **how):
        if not message.startswith(ABOUT_COPIES):
            judge(verifier, revision, message, *more, **how)

    return judged


verify.verifier._err = but_for_copies(verify.verifier._err)
verify.verifier._exc = but_for_copies(verify.verifier._exc)


def verified(base, directory):
    """Of a state between two transactions: so nobody has to wait but while it is taken."""
    hf_tidy.tidy(base, directory)
    with tempfile.TemporaryDirectory(prefix='verify-') as place:
        own = os.path.join(directory, '.hg')
        copy = os.path.join(place, 'copy', '.hg')
        os.makedirs(copy)
        with hf_base.opened(base, directory).unfiltered().lock():
            linked(os.path.join(own, 'store'), os.path.join(copy, 'store'), LEFT_OUT)
            for name in ('requires', '00changelog.i'):
                if os.path.exists(os.path.join(own, name)):
                    shutil.copyfile(os.path.join(own, name), os.path.join(copy, name))
        give_way()
        broken = verify.verify(hg.repository(telling(base).copy(), os.fsencode(os.path.dirname(copy))))
        say(done=True, broken=bool(broken))


def maintained(base, directory):
    hf_tidy.tidy(base, directory)
    repo = hf_base.opened(base, directory).unfiltered()
    say(doing='preparing what readers need')
    with repo.wlock(), repo.lock():
        # Of tags only new heads are asked, which are read when they come.
        repo.updatecaches(caches=repository.CACHES_ALL - {repository.CACHE_FILE_NODE_TAGS})
    say(done=True, broken=False)


def main(state, deed, directory):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    base = hf_base.fresh_ui()
    try:
        {'verify': verified, 'maintain': maintained}[deed](base, directory)
    except hf_base.Missing:
        say(missing=True)
    except MemoryError:
        say(large=True)
    except Exception as problem:
        # What keeps Mercurial from opening it is damage.
        if deed != 'verify':
            raise
        say(fault='%s: %s' % (type(problem).__name__, problem), done=True, broken=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
