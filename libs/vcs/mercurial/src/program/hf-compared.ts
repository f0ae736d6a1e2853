/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: how much of two texts is
 * compared.
 */
export const hfCompared = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Two texts that are compared, by no more work than others of the process can wait for."""
import collections

from hf_turns import alone, hold_up, look, mine, spend
from mercurial import mdiff

# Two texts of more lines are not compared: each line takes 50 bytes of memory. Those of more than a few wait for a
# turn.
MOST_LINES = 1 << 21
FEW_LINES = 1 << 17
# Mercurial's C takes no more for a line. Where it does not get that it may say that two texts are the same
# (bdiff.c answers no blocks).
BYTES_OF_A_LINE = 128
# Nor are two of more lines for a reader: of a million numbers Mercurial's C may compare for a minute.
MOST_READ_LINES = 1 << 18
# Of pairs of equal lines, in two texts that are compared for a reader: Mercurial's C looks at each of them some twenty
# times, and no other thread of the process runs meanwhile.
MOST_PAIRS = 1_000_000
LOOKS_AT_A_PAIR = 20
# The same where versions are stored or sent: others run meanwhile, and so many take a second at most.
MOST_STORED_PAIRS = 8_000_000
# So often one request has Mercurial's C look at lines where others are served, 2 to 10 ns each. Who knows how it tells
# lines apart can write some for each of which it goes through all different ones: 40 KB that were sent took minutes.
MOST_LOOKS = 64_000_000
# So many bytes of a line are looked at by the way.
BYTES_OF_A_LOOK = 100
# Each that others do not wait for counts as so much of one.
UNNOTICED = 1 / 16
# Of so few lines, with so few bytes, that is a matter of milliseconds, and not counted.
UNCOUNTED_LINES, UNCOUNTED_BYTES = 1_000, 256 << 10


def looks_for(env):
    """How often lines are looked at for a request, at most; None: nobody else is served by this process."""
    return MOST_LOOKS if env.get('HTTP_X_HF_SHARED') == '1' else None


def of_lines(count):
    """Texts of so many lines are worked on next."""
    if count > FEW_LINES:
        hold_up()


def compared(work, old, new, lines):
    """What Mercurial's C says of two texts of so many lines, if there is memory for it."""
    # It is not touched, and there for others at once.
    bytes(BYTES_OF_A_LINE * lines)
    found = work(old, new)
    if not found and old != new:
        raise MemoryError()
    return found


def few_lines(diff):
    """The same difference; of too many lines, or too many equal ones, one text in place of the other."""

    def bounded(old, new):
        lines = old.count(b'\n') + new.count(b'\n')
        spend(4 * (len(old) + len(new)))
        of_lines(lines)
        if lines > MOST_LINES or (
            must_count(old, new, lines) and too_much(old, new, MOST_STORED_PAIRS, UNNOTICED)
        ):
            return mdiff.replacediffheader(len(old), len(new)) + new
        with alone(lines > FEW_LINES):
            return compared(diff, old, new, lines)

    return bounded


def must_count(old, new, lines):
    return lines > FEW_LINES or (mine.looks is not None and is_counted(old, new, lines))


def is_counted(old, new, lines):
    return lines > UNCOUNTED_LINES or len(old) + len(new) > UNCOUNTED_BYTES


def too_much(old, new, most, each_look=1):
    """Whether two texts have more pairs of equal lines than that, or take too long where others are served."""
    there, lines = collections.Counter(new.split(b'\n')), new.count(b'\n') + 1
    # As far as Mercurial looks at them: it leaves out lines that are there too often.
    often = lines // 1000 if lines >= 31000 else 1000000 // (lines + 1)
    before = old.split(b'\n')
    pairs = sum(count for count in (there[each] for each in before) if count <= often)
    if pairs > most:
        return True
    distinct, both = len(there.keys() | set(before)), lines + len(before)
    # Long lines may differ at their ends.
    each_look *= 1 + (len(old) + len(new)) / (BYTES_OF_A_LOOK * both)
    return not look(each_look * (both * distinct + LOOKS_AT_A_PAIR * pairs))


def lines_of(text):
    return text.count(b'\n') + (text != b'' and not text.endswith(b'\n'))


def of_few_pairs(blocks):
    """The same blocks of equal lines; none where too many could be equal: then all is another text."""

    def bounded(old, new):
        lines = old.count(b'\n') + new.count(b'\n')
        of_lines(lines)
        if lines > MOST_READ_LINES or (is_counted(old, new, lines) and too_much(old, new, MOST_PAIRS)):
            return [(lines_of(old), lines_of(old), lines_of(new), lines_of(new))]
        return compared(blocks, old, new, lines)

    return bounded
`;
