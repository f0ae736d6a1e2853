/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what a program says of its work,
 * in lines of JSON.
 */
export const hfSay = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What a program says of its work, in lines of JSON."""
import json
import os

import hf_base

# Ours alone: what Mercurial says by itself, and what others have it say, goes another way.
OUT = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
# Words for people are cut there (characters): names in them may be as long as somebody wanted.
LONGEST = 500


def say(**what):
    for word in ('doing', 'failed', 'fault'):
        if what.get(word) is not None:
            what[word] = what[word][:LONGEST]
    OUT.write(json.dumps(what) + '\n')
    OUT.flush()


class Progress:
    """What Mercurial counts with."""

    def __init__(self, topic, total):
        self.topic, self.total, self.at, self.said = topic, total, 0, -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def update(self, pos, item=b'', total=None):
        self.at = pos or 0
        self.total = total or self.total
        percent = int(self.at * 100 / self.total) if self.total else None
        if percent is not None and percent != self.said:
            self.said = percent
            say(doing=hf_base.text(self.topic), percent=min(percent, 100))

    def increment(self, step=1, item=b'', total=None):
        self.update(self.at + step, item, total)

    def complete(self):
        pass


def counting(base):
    """The configuration with an ear for what Mercurial counts."""

    class Counting(base.__class__):
        def makeprogress(self, topic, unit=b'', total=None):
            return Progress(topic, total)

    base.__class__ = Counting
    return base
`;
