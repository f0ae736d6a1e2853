/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: one conversation with a client
 * over SSH, at the standard input and output.
 */
export const hfSsh = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""One conversation with a client over SSH, at the standard input and output."""
import os
import sys

import hf_allowed
import hf_base
import hf_gate
import hf_large
import hf_tidy
import hf_walks  # has streamed clones take turns
from mercurial import wireprotoserver, wireprototypes, wireprotov1server

BUSY = 'others are writing to this repository, try again'
SPENT = 'the server has too little memory for this'
UNREAD = 'Mercurial could not read the request'


def refuse_bundles():
    """Before anything of one is taken: it is written to the disk as a whole before any hook is asked."""
    wireprotov1server.commands[b'unbundle'].func = lambda *_: wireprototypes.bytesresponse(hf_gate.READING)


def main(state, directory, gate_address, writes):
    os.umask(0o077)
    os.chdir(state)
    hf_tidy.mark(state)
    hf_allowed.allow()
    if writes != 'write':
        refuse_bundles()
    gate = hf_gate.Gate(gate_address)
    settings = gate.settings() if writes == 'write' else gate.settings() + hf_gate.READ_ONLY
    base = hf_base.fresh_ui(*settings)
    hf_tidy.tidy(base, directory)
    try:
        repo = hf_base.hg.repository(base, os.fsencode(directory))
    except hf_base.error.RepoError:
        sys.exit(255)
    try:
        wireprotoserver.sshserver(repo.ui, repo).serve_forever()
    except hf_base.error.LockError:
        sys.stderr.write(BUSY + '\n')
        sys.exit(255)
    except MemoryError:
        sys.stderr.write(SPENT + '\n')
        sys.exit(255)
    except Exception as problem:  # told to the client: no path of ours
        known = isinstance(problem, hf_base.error.Abort)
        sys.stderr.write('%s\n' % (hf_base.text(problem.message) if known else UNREAD))
        sys.exit(255)
    finally:
        hf_large.remember(directory)


if __name__ == '__main__':
    main(*sys.argv[1:])
`;
