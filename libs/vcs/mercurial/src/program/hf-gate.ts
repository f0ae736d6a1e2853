/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: asks the service about every
 * transaction of a client before it is committed.
 */
export const hfGate = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks the service about every transaction of a client before it is committed."""
import itertools
import json
import os
import re
import socket

import hf_base
import hf_claims
import hf_judged
import hf_names
import hf_refs
import hf_room
import hf_small
import hf_tags
import hf_turns

SILENCE = 60
# So many names may one push change: of more the service is not asked.
MOST_NAMES = int(os.environ.get('HF_NAMES', 50_000))
# Of so many names is said what is wrong, in so many characters each.
MOST_TOLD, LONGEST_LINE = 10, 1000
# Names may have them, and whoever is told one looks at it in a terminal.
CONTROLS = re.compile(r'[\x00-\x1f\x7f-\x9f]')
UNSENT = b'there is a changeset whose list of changed files is not that of its files'
AT_NOTHING = b'a bookmark must be at a commit'
UNDECIDED = 'the server could not decide about this push, try again'


class Gate:
    """'address': of the socket at which the service answers."""

    def __init__(self, address):
        self.address = address

    def ask(self, question):
        """What the service says; None: it says nothing in time."""
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(SILENCE)
                line.connect(self.address)
                line.sendall(json.dumps(question).encode() + b'\n')
                said = b''
                while not said.endswith(b'\n'):
                    piece = line.recv(1 << 16)
                    if not piece:
                        return None
                    said += piece
                return json.loads(said)
        except (OSError, ValueError):
            return None

    def begins(self, ui, repo, hooktype=None, **_):
        """A hook: a transaction begins, whose work is counted from now on. Answers whether it may not."""
        hf_small.must_be_small(repo)
        hf_room.made.begin(repo.root)
        if self.ask({'transfer': transfer_of(ui), 'begins': True}) is not None:
            return False
        ui.warn(b'%s\n' % UNDECIDED.encode())
        return True

    def refuses(self, ui, repo, hooktype=None, **_):
        """A hook: whether the transaction of a transfer may not be committed."""
        if any(misnamed(repo, is_new=True)):
            ui.warn(b'%s\n' % hf_names.MISNAMED)
            return True
        if unsent(repo):
            ui.warn(b'%s\n' % UNSENT)
            return True
        served = repo.filtered(b'served')
        if any_at_nothing(served):
            ui.warn(b'%s\n' % AT_NOTHING)
            return True
        if hf_tags.become_too_many_heads(served):
            ui.warn(b'%s\n' % hf_tags.TOO_MANY_HEADS.encode())
            return True
        too_many = hf_tags.too_many(served)
        if too_many:
            ui.warn(told(too_many))
            return True
        before = hf_base.before(repo)
        names = hf_refs.names(before), hf_refs.names(served)
        updates = hf_refs.updates(*names)
        if len(updates) > MOST_NAMES:
            ui.warn(b'a push may change %d names at most\n' % MOST_NAMES)
            return True
        wrong = itertools.chain(hf_names.shadowing(served, *names), hf_claims.contested(served, before))
        first = list(itertools.islice(wrong, MOST_TOLD))
        for line in first:
            ui.warn(told(line))
        if first:
            return True
        answer = self.ask(
            {
                'transfer': transfer_of(ui),
                'updates': updates,
                'bytes': written(repo),
            }
        )
        if answer is not None and answer.get('accepted') is True:
            return False
        for line in (answer or {}).get('reasons') or [UNDECIDED]:
            ui.warn(b'%s\n' % line.encode())
        return True

    def tells(self, ui, repo, hooktype=None, **_):
        """A hook: what became of a transaction."""
        self.ask({'transfer': transfer_of(ui), 'committed': hooktype == b'txnclose'})

    def settings(self):
        return (
            (b'hooks', b'pretxnopen.holdfast', self.begins),
            (b'hooks', b'pretxnclose.holdfast', self.refuses),
            (b'hooks', b'txnclose.holdfast', self.tells),
            (b'hooks', b'txnabort.holdfast', self.tells),
        )


def told(line):
    return b'%s\n' % CONTROLS.sub('\ufffd', line[-LONGEST_LINE:]).encode('utf-8', 'replace')


def transfer_of(ui):
    """The transfer that a request belongs to, by its headers or the environment of its program."""
    environ = ui.environ
    return (environ.get(b'HTTP_X_HF_TRANSFER') or environ.get(b'HF_TRANSFER') or b'').decode('ascii', 'replace')


def misnamed(repo, is_new=False):
    """Of each file that is new in a transaction, whether no working copy could have it: no client makes such a one."""
    audit = hf_names.auditor()
    fncache = getattr(repo.store, 'fncache', None)
    for stored in getattr(fncache, 'addls', ()):
        # One ending is that of the store's file: the other one is its own, as that of .d is.
        name = stored.partition(b'/')[2]
        yield not hf_names.may_be(name[:-2] if name.endswith((b'.i', b'.d')) else name, audit, is_new)


def unsent(repo):
    """
    Whether a new changeset says that it changes a file of which there is no version, or there are new versions of a file
    that none of them says it changes: what is sent to others goes by that. The first is never sent, and what comes with
    it; of the second only the changeset is.
    """
    every, listed = repo.unfiltered(), set()
    for rev in hf_judged.new_changesets(every):
        listed.update(every.changelog.changelogrevision(rev).files)
    grown = {name[5:-2] for name, _, _ in growth(repo) if name.startswith(b'data/') and name.endswith(b'.i')}
    if not grown <= listed:
        return True
    audit = hf_names.auditor()
    return any(not hf_names.may_be(name, audit) or not versions(every, name) for name in listed - grown)


def versions(repo, name):
    """How many there are of a file."""
    hf_turns.spend(hf_turns.OPENED)
    return len(repo.file(name))


def any_at_nothing(repo):
    """
    Whether a bookmark comes to be at no commit, or at one that is not here. Nobody is shown it, and clients would take it
    before a branch; or it would come to light with the push of somebody who has not made it.
    """
    changed = repo.currenttransaction().changes[b'bookmarks'].values()
    return any(found is not None and hf_base.full(repo, hf_base.hexed(found)) is None for _, found in changed)


def written(repo):
    """The bytes by which the repository grows, with what its new files and directories take beyond their lengths."""
    grown, new = 0, []
    for name, offset, now in growth(repo):
        size = replaced(repo, name, now)
        grown += size - offset
        if offset == 0:
            new.append(size)
    return grown + hf_room.padding(new)


def replaced(repo, name, size):
    """
    The length of a file at the end of the transaction: of one that has become too long to hold the contents, too, an
    index takes the place, and they are in another file by now.
    """
    head, slash, rest = name.partition(b'/')
    index = b'%s-s/%s' % (head, rest) if slash else b'%s.s' % name
    try:
        return os.stat(repo.svfs.join(index)).st_size if name.endswith(b'.i') else size
    except OSError:
        return size


def growth(repo):
    """Each file of the store that the transaction makes or lengthens, with its length before it and now."""
    transaction = repo.currenttransaction()
    known = dict.fromkeys(getattr(transaction, '_newfiles', ()), 0)
    known.update(getattr(transaction, '_offsetmap', {}))
    for name, offset in known.items():
        try:
            size = os.stat(repo.svfs.join(name)).st_size
        except OSError:
            continue
        if size > offset:
            yield name, offset, size


READING = b'you may read this repository, but not push to it\n'


def read_only(ui, repo, hooktype=None, **_):
    """A hook: nothing is written in this conversation."""
    ui.warn(READING)
    return True


READ_ONLY = ((b'hooks', b'pretxnopen.holdfast', read_only), (b'hooks', b'prepushkey.holdfast', read_only))
`;
