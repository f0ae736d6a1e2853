/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the names that files have in an
 * archive whose names are UTF-8.
 */
export const hfShown = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The names that files have in an archive whose names are UTF-8."""
import re

import hf_base

MEANT = re.compile(r'%(?:25)*5C')
LEADS_AWAY = re.compile(r'\.{0,2}$|[a-z]:', re.IGNORECASE)


class ShownNames:
    """
    Each name is that of one path. What is no UTF-8 is shown as elsewhere: of several that show alike in a directory, those
    behind the first have a number.
    """

    def __init__(self):
        # Only of what shows something in its place.
        self.shown, self.taken, self.counts = {}, set(), {}

    def of(self, path):
        name, raw = '', b''
        for part in path.split(b'/'):
            raw += b'/' + part
            word = hf_base.text(part)
            name += '/' + (self.word_of(raw, name, word) if '\ufffd' in word else word)
        return without_ways(name[1:])

    def word_of(self, raw, above, word):
        if raw not in self.shown:
            number, found = self.counts.get((above, word), 1), word
            while (above, found) in self.taken:
                number += 1
                found = '%s~%d' % (word, number)
            self.counts[above, word] = number
            self.taken.add((above, found))
            self.shown[raw] = found
        return self.shown[raw]


def without_ways(name):
    """
    Where it is unpacked on Windows a backslash leads to another directory: a name by which it would climb, or begin anew,
    has %5C for it, and %25 for a per cent sign; so has what already looks like such a one.
    """
    meant = MEANT.sub(r'\\', name)
    if '\\' not in meant or not any(LEADS_AWAY.match(part) for part in re.split(r'[\\/]', meant)):
        return name
    return name.replace('%', '%25').replace('\\', '%5C')
`;
