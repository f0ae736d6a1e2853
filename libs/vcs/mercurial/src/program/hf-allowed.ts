/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what of Mercurial's protocol
 * clients may use.
 */
export const hfAllowed = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What of Mercurial's protocol clients may use: the rest is taken out of its tables before anybody is served."""
import urllib.parse

import hf_base
import hf_bounds
import hf_judged
import hf_names
import hf_room
from mercurial import (
    bundle2,
    changegroup,
    error,
    exchange,
    pushkey,
    util,
    wireprotoserver,
    wireprototypes,
    wireprotov1server,
)

try:
    from mercurial.exchanges.bundle_caps import capabilities
except ImportError:  # before 7.2
    capabilities = bundle2.capabilities

# What stock clients push. Others fetch from addresses, write caches, or write files around every decision.
PARTS = frozenset(
    b'replycaps changegroup check:heads check:updated-heads check:bookmarks check:phases'
    b' phase-heads bookmarks pushkey pushvars'.split()
)
CHANGEGROUP = frozenset([b'version', b'nbchanges'])
# Bookmarks would be sent as bytes: clients whose encoding has not all their letters end at them. As keys they take them.
UNTOLD = (b'remote-changegroup', b'digests', b'hgtagsfnodes', b'bookmarks')
# What clients say since 1.9.
COMMANDS = frozenset(
    b'batch between branchmap capabilities getbundle heads hello known listkeys lookup protocaps pushkey'
    b' stream_out unbundle'.split()
)
BATCHED = frozenset(b'branchmap heads known listkeys lookup pushkey'.split())
ARGUMENTS = frozenset(
    b'heads common bookmarks obsmarkers phases bundlecaps listkeys cg cbattempted stream'.split()
)
MOST_IN_A_BATCH = 1000
# Each of these answers a whole list.
LISTS = (b'branchmap', b'heads', b'listkeys')
MOST_LISTS = 16
MOST_FIELDS = 64
# By this clients over SSH find out where the greeting of a login ends.
HANDSHAKE = b'0' * 40 + b'-' + b'0' * 40
LONGEST_LINE = 64 << 10
LONGEST_ARGUMENTS = 16 << 20


def keep(table, wanted):
    for name in [each for each in table if each not in wanted]:
        del table[name]


apply_changegroup = bundle2.parthandlermapping[b'changegroup']


def changegroup_part(op, part):
    """Changesets as they are announced for this repository, which stays of the form that it has."""
    strange = sorted(set(part.params) - CHANGEGROUP)
    if strange or part.params.get(b'version', b'01') not in changegroup.supportedincomingversions(op.repo):
        raise error.BundleUnknownFeatureError(parttype=part.type, params=strange or [b'version'])
    return apply_changegroup(op, part)


changegroup_part.params = CHANGEGROUP


def batch_excess(cmds, _):
    asked = [each.split(b' ', 1)[0] for each in cmds.split(b';')]
    lists = sum(each in LISTS for each in asked)
    if len(asked) > MOST_IN_A_BATCH or lists > MOST_LISTS:
        return b'too many commands in a batch'
    if not BATCHED.issuperset(asked):
        return b'a batch may not have such a command'
    return None


def between_excess(pairs):
    return None if pairs == HANDSHAKE else b'this server needs a client of Mercurial 1.9 or newer'


def getbundle_excess(others):
    if others.get(b'listkeys', b'').count(b',') >= MOST_LISTS:
        return b'too many lists are asked for'
    return None


EXCESSES = {b'batch': batch_excess, b'between': between_excess, b'getbundle': getbundle_excess}


def bounded(work, excess):
    """A command that is refused with a sentence where it asks for too much."""

    def run(repo, proto, *arguments):
        refusal = excess(*arguments)
        return wireprototypes.ooberror(refusal + b'\n') if refusal else work(repo, proto, *arguments)

    return run


def pairs_of(text, *more, **how):
    """Names and values of a query. Python's own function takes no bytes beyond ASCII, of which names may be."""
    read = urllib.parse.parse_qsl(text.decode('latin-1'), *more, encoding='latin-1', **how)
    return [(name.encode('latin-1'), value.encode('latin-1')) for name, value in read]


class FewFields:
    """Reads arguments that come in the body of a request, if there are not too many."""

    def __getattr__(self, name):
        return getattr(util.urlreq, name)

    def parseqs(self, text, *more, **how):
        if text.count(b'&') > MOST_FIELDS:
            raise error.Abort(b'too many arguments')
        found = {}
        for name, value in pairs_of(text, *more, **how):
            found.setdefault(name, []).append(value)
        return found


class BoundedInput:
    """What a client says over SSH. Arguments of one command have so many bytes at most, in so few pieces."""

    def __init__(self, source):
        self.source = source
        self.bytes = self.pieces = None

    def readline(self):
        line = self.source.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:
            raise error.Abort(b'a line is too long')
        return line

    def read(self, size):
        if self.bytes is not None:
            self.bytes, self.pieces = self.bytes - size, self.pieces - 1
        if not 0 <= size <= LONGEST_ARGUMENTS or (self.bytes is not None and min(self.bytes, self.pieces) < 0):
            raise error.Abort(b'the arguments are too long')
        return self.source.read(size)

    def arguments(self, read):
        self.bytes, self.pieces = LONGEST_ARGUMENTS, MOST_FIELDS
        try:
            return read()
        finally:
            self.bytes = self.pieces = None


take_bundle = exchange.unbundle


def take_bundle_and_tell(*what, **how):
    """Who asks for no bundle as the answer to his own hears by a number that it is taken in."""
    answer = take_bundle(*what, **how)
    return 1 if answer is None else answer


push_key = pushkey.push


def push_key_and_tell(*what):
    """One that a hook refuses is answered as such, with the words of the hook."""
    try:
        return push_key(*what)
    except error.HookAbort:
        return False


run_conversation = wireprotoserver._runsshserver
read_arguments = wireprotoserver.sshv1protocolhandler.getargs


def bounded_conversation(ui, repo, source, *more, **how):
    return run_conversation(ui, repo, BoundedInput(source), *more, **how)


def bounded_arguments(proto, spec):
    return proto._fin.arguments(lambda: read_arguments(proto, spec))


def allow():
    """From now on nothing else is served by this process."""
    keep(bundle2.parthandlermapping, PARTS)
    bundle2.parthandlermapping[b'changegroup'] = changegroup_part
    hf_bounds.bound()
    hf_judged.watch()
    hf_names.watch()
    hf_room.watch()
    keep(wireprotov1server.commands, COMMANDS)
    for name, excess in EXCESSES.items():
        entry = wireprotov1server.commands[name]
        entry.func = bounded(entry.func, excess)
    keep(wireprototypes.GETBUNDLE_ARGUMENTS, ARGUMENTS)
    keep(capabilities, set(capabilities) - set(UNTOLD))
    exchange.unbundle = take_bundle_and_tell
    pushkey.push = push_key_and_tell
    util.urlreq.parseqsl = pairs_of
    wireprotoserver.urlreq = FewFields()
    wireprotoserver._runsshserver = bounded_conversation
    wireprotoserver.sshv1protocolhandler.getargs = bounded_arguments
`;
