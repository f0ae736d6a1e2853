/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what a changeset says of itself.
 */
export const hfTold = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What a changeset says of itself."""
import re

from mercurial import error

UNTOLD = b'the push has a changeset that cannot be read'
# How a changeset begins: with its list, whoever made it, when, and how far that place is from UTC. Mercurial before 3.7
# ends where a line is empty, and Python 2 reads fewer words as numbers: clients could not pull the changeset, nor others.
TOLD = re.compile(rb'[^\n]+\n[^\n]+\n-?\d{1,20}(?:\.\d{1,20})? -?\d{1,10}(?: [^\n]*)?\n')
# Seconds. Conversions of odd histories of git have days.
FARTHEST = 100 * 24 * 3_600
# The years 1 to 9999 (seconds since 1970).
FIRST, LAST = -62135596800, 253402300799


def must_be_told(log, node, text):
    try:
        said = log.changelogrevision(node)
        (at, zone), _ = said.date, said.extra
    except (ValueError, IndexError):
        raise error.Abort(UNTOLD)
    if not TOLD.match(text) or not all(FIRST <= each <= LAST for each in (at, at - zone)) or abs(zone) > FARTHEST:
        raise error.Abort(UNTOLD)


def time_of(ctx):
    """When a changeset was made (seconds since 1970); the beginning of that where it does not say."""
    try:
        return min(max(int(ctx.date()[0]), FIRST), LAST)
    except (ValueError, IndexError, OverflowError):
        return 0
`;
