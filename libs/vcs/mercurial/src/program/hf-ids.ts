/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: ids of changesets, and names that
 * begin one.
 */
export const hfIds = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Ids of changesets, and what begins as one."""
import re
import string

from hf_base import error, full, hexed
from mercurial import scmutil


def resolve(repo, revision):
    """A full id, or an unambiguous beginning of one."""
    if len(revision) == 40:
        found = full(repo, revision)
        return {'outcome': 'found', 'id': found.hex().decode()} if found else {'outcome': 'absent'}
    try:
        found = scmutil.resolvehexnodeidprefix(repo, revision.lower().encode('ascii'))
    except error.AmbiguousPrefixLookupError:
        return {'outcome': 'ambiguous'}
    # The beginning of what stands for a working directory is one of nothing here.
    except (error.LookupError, error.WdirUnsupported, UnicodeError, ValueError):
        found = None
    if found is None or full(repo, hexed(found)) is None:
        return {'outcome': 'absent'}
    return {'outcome': 'found', 'id': hexed(found)}


# The newest one, the one before all, that of the working directory. On branches of these names Mercurial writes nothing.
RESERVED = ('tip', 'null', '.')
# Numbers of changesets, from either end.
NUMBER = re.compile(r'-?[0-9]{1,5}')
# Nothing else is called so. Days, builds and words may be what is shorter.
ID = re.compile(r'[0-9a-f]{40}', re.IGNORECASE)
# That of no changeset, and of what is not committed yet, as clients show them: twelve digits of it or more.
OF_NOTHING = re.compile(r'0{12,40}|f{12,40}', re.IGNORECASE)


def means_other(name):
    """
    Whether it means a changeset to all clients, or a range of them; stock clients make none with a colon. Longer numbers
    are looked for as beginnings of ids.
    """
    return name in RESERVED or ':' in name or NUMBER.fullmatch(name) is not None


def begins_other(repo, name, found=None, coming=True):
    """
    Whether it is the beginning of an id, or the whole one of another than 'found': clients look for names before they
    look for these. What is shorter nobody means by it, and some years are. 'coming': also of one that is not there yet.
    Two that begin alike are made in seconds, so that the beginning of that of 'found' is no better. An x may stand before
    an id.
    """
    digits = name.removeprefix('x')
    if digits.lower() == found:
        return False
    if coming and (ID.fullmatch(digits) or OF_NOTHING.fullmatch(digits)):
        return True
    if not 6 <= len(digits) <= 40 or set(digits) - set(string.hexdigits):
        return False
    return resolve(repo, digits)['outcome'] != 'absent'
`;
