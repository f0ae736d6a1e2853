/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what a version may be marked as.
 */
export const hfFlags = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
What a version may be marked as. Its id says nothing of that, and Mercurial stores what it is told: a client that does
not know a flag can read nothing of the repository any more, and history stays.
"""
from mercurial import error

FLAGGED = b'there is a version with flags that are not taken here: 0x%04x'
# How whoever sends it stores it: stock clients say so of what they have from repositories of experimental formats, that
# a changeset has copies (0x1000), or how a difference was made (0x0400, Mercurial 7.1); and in all formats, of a merged
# version, that its text begins as what Mercurial writes before one (0x0800). They are not kept.
OF_SENDER = 0x1FC0
# Its text is not there any more: imports take what others have as it is.
CENSORED = 0x8000


def unmarked(version, is_judged):
    """The version as it is stored here."""
    flags = version[6] if isinstance(version, tuple) else version.flags  # before 7.2
    stored = 0 if is_judged else flags & CENSORED
    if flags & ~OF_SENDER != stored:
        raise error.Abort(FLAGGED % flags)
    if flags == stored:
        return version
    if isinstance(version, tuple):
        return version[:6] + (stored,) + version[7:]
    version.flags = stored
    return version


def must_be_unmarked(log, node):
    """Mercurial itself marks a version of a file that begins as what is censored does, and takes it for empty then."""
    flags = log.index[log.index.rev(node)][0] & 0xFFFF
    if flags:
        raise error.Abort(FLAGGED % flags)
`;
