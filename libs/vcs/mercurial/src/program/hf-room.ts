/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what the files and directories of
 * a push take of the disk.
 */
export const hfRoom = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What the files and directories of a push take of the disk: a few bytes can stand for very many of them."""
import os
import threading

from mercurial import changegroup, error, transaction, util

# So much of the disk a file takes at least, and a directory.
BLOCK = 4096
# Bytes that are taken for that and count for nothing: every repository begins with some.
FREE = 64 * BLOCK
# Directories and files of one transaction.
MOST = 1_000_000
TOO_MANY = b'the push has more than the %d files and directories that the server takes at once: push it in several parts'
FULL = b'the disk of the server is full'
LOOK_EVERY = 1_000


class Made(threading.local):
    """By the transaction that this thread is in."""

    place = None
    files = 0
    directories = 0
    # What changesets name of files, beyond what is free (hf_listed).
    names = 0

    def begin(self, place):
        self.place, self.files, self.directories, self.names = place, 0, 0, 0

    def note(self, files=0, directories=0):
        self.files += files
        self.directories += directories
        entries = self.files + self.directories
        if entries > MOST:
            raise error.Abort(TOO_MANY % MOST)
        if self.place and entries % LOOK_EVERY == 0:
            must_have_room(self.place)


made = Made()


def must_have_room(place):
    """A twentieth of the disk stays free, of its bytes (a GiB at most) and of the files that can be made there."""
    disk = os.statvfs(place)
    if disk.f_bavail * disk.f_frsize < min(disk.f_blocks * disk.f_frsize // 20, 1 << 30):
        raise error.Abort(FULL)
    if disk.f_files and disk.f_ffree * 20 < disk.f_files:
        raise error.Abort(FULL)


def padding(sizes):
    """The bytes beyond their lengths that new files of these sizes take, and the directories made for them."""
    taken = made.directories * BLOCK + sum(-size % BLOCK for size in sizes)
    return max(0, taken - FREE)


def counting(file_header):
    """'file_header': as it is by now, which others watch, too."""

    def counted_file_header(unpacker):
        header = file_header(unpacker)
        if header:
            made.note(files=1)
        return header

    return counted_file_header


make_directory = util.makedir


def counted_make_directory(path, notindexed):
    make_directory(path, notindexed)
    made.note(directories=1)


play_back = transaction._playback


def play_back_tidily(journal, report, opener, vfsmap, entries, *more, **how):
    """Removes the directories of the files that it takes back, too."""
    entries = dict(entries)
    play_back(journal, report, opener, vfsmap, entries.items(), *more, **how)
    base = len(opener.join(b'').rstrip(b'/'))
    for name in [name for name, offset in entries.items() if not offset]:
        directory = os.path.dirname(opener.join(name))
        while len(directory) > base:
            try:
                os.rmdir(directory)
            except OSError:
                break
            directory = os.path.dirname(directory)


def watch():
    """From now on."""
    changegroup.cg1unpacker.filelogheader = counting(changegroup.cg1unpacker.filelogheader)
    util.makedir = counted_make_directory
    transaction._playback = play_back_tidily
`;
