/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: whether what is pushed is what
 * its ids say.
 */
export const hfJudged = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether what is pushed is what its ids say, and changesets are such as can be told."""
from mercurial import error

OTHERWISE = b'the push has a version that is not what its id says'
UNTOLD = b'the push has a changeset that cannot be read'
UNNAMED = b'there is a changeset on a branch of a name that cannot be written down'
# The years 1 to 9999 (seconds since 1970).
FIRST, LAST = -62135596800, 253402300799


class Judging:
    """Whether versions are compared with their ids. Imports take what others have as it is."""

    is_on = True


def judged(log, versions):
    """
    Hands on the versions, and compares each that is new with its id once it has been added: else whoever pushes the right
    one later is told that it is there already.
    """
    for each in versions:
        node = each.node if hasattr(each, 'node') else each[0]
        is_new = not log.index.has_node(node)
        yield each
        if is_new and Judging.is_on:
            must_be(log, node)
        if is_new and hasattr(log, 'changelogrevision'):
            must_be_named(log, node)


def must_be(log, node):
    """Before 7.2 a text that has just been added is not compared where it is read."""
    try:
        rev = log.rev(node)
        log.checkhash(log.rawdata(rev), node, rev=rev)
    except (error.RevlogError, error.CensoredNodeError):
        raise error.Abort(OTHERWISE)
    if hasattr(log, 'changelogrevision'):
        must_be_told(log, node)


def added(add_group, log, versions, *more, **how):
    """As Mercurial adds them, which before 7.2 compares some with their ids itself and fails."""
    try:
        return add_group(log, judged(log, versions), *more, **how)
    except error.LookupError:
        raise
    except (error.RevlogError, error.CensoredNodeError):
        raise error.Abort(OTHERWISE)


def must_be_told(log, node):
    try:
        said = log.changelogrevision(node)
        at, _ = said.date, said.extra
    except (ValueError, IndexError):
        raise error.Abort(UNTOLD)
    # Asked in this way, NaN is refused too.
    if not FIRST <= at[0] <= LAST:
        raise error.Abort(UNTOLD)


def must_be_named(log, node):
    """
    By its branch, in imports, too. Closed branches are in no list, but in Mercurial's caches: in lines, between NULs, and
    without the blanks around them. There other names would be those of others.
    """
    try:
        branch = log.changelogrevision(node).extra.get(b'branch', b'')
    except (ValueError, IndexError):
        return
    if branch != branch.translate(None, b'\0\n\r').strip() or not branch:
        raise error.Abort(UNNAMED)


def time_of(ctx):
    """When a changeset was made (seconds since 1970); the beginning of that where it does not say."""
    try:
        return min(max(int(ctx.date()[0]), FIRST), LAST)
    except (ValueError, IndexError, OverflowError):
        return 0
`;
