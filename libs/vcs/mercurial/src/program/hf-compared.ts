/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how much of two texts is
 * compared.
 */
export const hfCompared = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Two texts that are compared, by no more work than others of the process can wait for."""
import collections

from hf_turns import alone, hold_up, spend
from mercurial import mdiff

# Two texts of more lines are not compared: each line takes 50 bytes of memory. Those of more than a few wait for a
# turn: of 2 MiB Mercurial's C may compare for 17 s, of so few lines for half a second.
MOST_LINES = 1 << 21
FEW_LINES = 1 << 17
# Of pairs of equal lines, in two texts that are compared for a reader: Mercurial's C looks at each of them some twenty
# times, and no other thread of the process runs meanwhile.
MOST_PAIRS = 1_000_000
# The same where versions are stored: others run meanwhile, and so many take a second at most.
MOST_STORED_PAIRS = 8_000_000


def of_lines(count):
    """Texts of so many lines are worked on next."""
    if count > FEW_LINES:
        hold_up()


def few_lines(diff):
    """The same difference; of too many lines, or too many equal ones, one text in place of the other."""

    def bounded(old, new):
        lines = old.count(b'\n') + new.count(b'\n')
        spend(4 * (len(old) + len(new)))
        of_lines(lines)
        if lines > MOST_LINES or (lines > FEW_LINES and pairs(old, new) > MOST_STORED_PAIRS):
            return mdiff.replacediffheader(len(old), len(new)) + new
        with alone(lines > FEW_LINES):
            return diff(old, new)

    return bounded


def pairs(old, new):
    """Of equal lines, as far as Mercurial looks at them: it leaves out lines that are there too often."""
    there, lines = collections.Counter(new.split(b'\n')), new.count(b'\n') + 1
    most = lines // 1000 if lines >= 31000 else 1000000 // (lines + 1)
    return sum(count for count in (there[each] for each in old.split(b'\n')) if count <= most)


def lines_of(text):
    return text.count(b'\n') + (text != b'' and not text.endswith(b'\n'))


def of_few_pairs(blocks):
    """The same blocks of equal lines; none where too many could be equal: then all is another text."""

    def bounded(old, new):
        lines = old.count(b'\n') + new.count(b'\n')
        of_lines(lines)
        if lines > MOST_LINES or pairs(old, new) > MOST_PAIRS:
            return [(lines_of(old), lines_of(old), lines_of(new), lines_of(new))]
        return blocks(old, new)

    return bounded
`;
