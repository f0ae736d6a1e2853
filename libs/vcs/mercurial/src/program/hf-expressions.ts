/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: names that clients would read as
 * an expression.
 */
export const hfExpressions = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Names that clients would read as an expression for changesets, if nothing had the name."""
import re

import hf_ids
import mercurial.revset_predicates  # tells which functions there are
from mercurial import error, revsetlang

# What has none of these is none, nor is what has a hyphen only: v1.0-stable is a name. So are 1.0+5 and 1.0~rc1.
SIGNS = re.compile(r'[\s()^~&|!%+#"\']|\.\.')
RELATIONS = b'g', b'generations'
# Of all names together: each takes some 15 microseconds to be read.
MOST_SIGNS = 100_000


def are_too_many(names):
    """Whether it takes too long to tell of these names whether they are expressions."""
    return sum(len(SIGNS.findall(name)) for name in names) > MOST_SIGNS


def is_expression(name, is_known):
    """
    Whether clients find changesets by it, unless something is called so: a parent or an ancestor of whatever, what a
    function finds, a name in quotation marks, or what is made of known names. 'is_known': tells it of a name, in bytes.
    """
    if SIGNS.search(name) is None:
        return False
    text = name.encode('utf-8', 'surrogateescape')
    try:
        # A part with a hyphen is one name.
        tree = revsetlang.parse(text, lambda part: part != text)
    except error.ParseError:
        return False
    except RecursionError:
        return True
    if tree[0] == b'symbol':
        return False
    return leads(tree, is_known)


def leads(tree, is_known):
    kind, *parts = tree
    if kind == b'symbol':
        return is_known(parts[0])
    if kind in (b'parentpost', b'string'):
        return True
    if kind in (b'parent', b'ancestor'):
        return is_number(parts[1])
    if kind in (b'relation', b'relsubscript'):
        return parts[1][1] in RELATIONS
    if kind == b'func':
        return parts[0][1] in revsetlang.symbols
    return all(leads(part, is_known) for part in parts if isinstance(part, tuple))


def is_number(tree):
    # Empty brackets.
    if tree is None:
        return False
    kind, *parts = tree
    if kind in (b'group', b'negate'):
        return is_number(parts[0])
    return kind in (b'symbol', b'string') and parts[0].isdigit()


def among(*names):
    """What is_expression asks, by names of branches, tags and bookmarks."""
    known = set(hf_ids.RESERVED).union(*names)
    return lambda part: part.decode('utf-8', 'surrogateescape') in known
`;
