/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: texts of versions as they are
 * stored.
 */
export const hfStored = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Texts of versions as they are stored."""
from hf_large import large
from hf_turns import hold_up, mine, spend
from mercurial import revlog

version_data = revlog.revlog._revisiondata


def count(log, rev):
    if mine.left is not None:
        size = log.rawsize(rev)
        spend(size)
        if size > large(log.radix):
            hold_up()


def counted_version_data(log, which, *more, **how):
    count(log, which if isinstance(which, int) else log.rev(which))
    return version_data(log, which, *more, **how)


def text_of(log, rev):
    """The text of a version. Nobody compares it with its id: of the list of files of a large project that takes longest."""
    count(log, rev)
    return log._rawtext(log.node(rev), rev)[1]


def watch():
    """From now on what Mercurial reads counts."""
    revlog.revlog._revisiondata = counted_version_data
`;
