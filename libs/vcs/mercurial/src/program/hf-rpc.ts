/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: the questions of the service, by
 * their names.
 */
export const hfRpc = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""The questions of the service, by their names."""
import os
import sys

import hf_base
import hf_files
import hf_lines
import hf_read
import hf_ids
import hf_refs
import hf_search
import hf_tidy
import hf_turns
from mercurial import hg, util


class InParts:
    """An answer, and what belongs to it, in parts: texts in JSON."""

    def __init__(self, answer, parts):
        self.said = {'answer': answer, 'parts': parts}


class Questions:
    def __init__(self, pool, base, wire, running):
        self.pool, self.base, self.wire, self.running = pool, base, wire, running

    def answer(self, name, asked):
        """The status and what is answered; 'code': why it is refused."""
        work = getattr(self, 'do_' + name, None)
        if work is None:
            return '404 Not Found', {'code': 'not_found', 'message': 'no such question'}
        try:
            answer = work(asked)
            return '200 OK', answer.said if isinstance(answer, InParts) else {'answer': answer}
        except hf_refs.Refused as refused:
            return '409 Conflict', {'code': refused.code, 'message': str(refused)}
        except hf_read.Late:
            return '409 Conflict', {'code': 'unavailable', 'message': 'the reading took too long'}
        except hf_lines.TooLarge as large:
            return '409 Conflict', {'code': 'too_large', 'message': str(large)}
        except hf_base.Missing:
            return '409 Conflict', {'code': 'not_found', 'message': 'there is no such repository'}
        except hf_turns.Elsewhere:
            return '503 Service Unavailable', {'elsewhere': True}
        except Exception as problem:
            if hf_base.starved(problem):
                self.wire.spent = True
                message = 'the server has too little memory for this at the moment'
                return '503 Service Unavailable', {'code': 'unavailable', 'message': message}
            sys.stderr.write('%s failed: %r\n' % (name, problem))
            return '500 Internal Server Error', {'code': 'unavailable', 'message': 'Mercurial failed on the server'}

    def reading(self, asked, work):
        directory = asked['directory']
        hf_tidy.tidy(self.base, directory)
        patience = hf_read.Patience(asked['reading']['deadline']) if 'reading' in asked else None
        if patience:
            patience.check()
        with self.pool.repository(directory) as repo:
            return work(repo, patience)

    def do_version(self, _):
        return util.version().decode()

    def do_running(self, asked):
        return self.running.runs(asked['request'], asked['end'])

    def do_create(self, asked):
        hg.repository(self.base.copy(), os.fsencode(asked['directory']), create=True)

    def do_names(self, asked):
        """All names of one sort; only that they are the same, where the service has them ('token')."""
        token = hf_base.token_of(asked['directory'])
        if token == asked.get('token'):
            return {'token': token}
        read = {sort: each for sort, _, each in hf_refs.SORTS}[asked['sort']]
        return InParts({'token': token}, self.reading(asked, lambda repo, _: hf_refs.told(read, repo)))

    def do_hasCommits(self, asked):
        return self.reading(asked, lambda repo, _: len(repo) > 0)

    def do_tips(self, asked):
        return self.reading(asked, lambda repo, _: hf_refs.tips(repo, asked['refs']))

    def do_summary(self, asked):
        return self.reading(asked, lambda repo, _: hf_refs.summary(repo))

    def do_resolve(self, asked):
        return self.reading(asked, lambda repo, _: hf_ids.resolve(repo, asked['revision']))

    def do_find(self, asked):
        return self.reading(asked, lambda repo, _: hf_read.find(repo, asked['revision']))

    def do_commits(self, asked):
        return self.reading(asked, lambda repo, _: hf_read.commits(repo, asked['ids']))

    def do_times(self, asked):
        return self.reading(asked, lambda repo, _: hf_read.times(repo, asked['ids']))

    def do_log(self, asked):
        return self.reading(asked, lambda repo, patience: hf_read.log(repo, asked['query'], patience))

    def do_mergeBase(self, asked):
        return self.reading(asked, lambda repo, _: hf_read.merge_base(repo, asked['one'], asked['other']))

    def do_entry(self, asked):
        return self.reading(
            asked, lambda repo, patience: hf_files.entry(repo, asked['commit'], asked['path'], patience)
        )

    def do_level(self, asked):
        return self.reading(asked, lambda repo, patience: hf_files.level(repo, asked['query'], patience))

    def do_files(self, asked):
        return self.reading(asked, lambda repo, patience: hf_files.files(repo, asked['query'], patience))

    def do_fileHead(self, asked):
        return self.reading(asked, lambda repo, _: hf_files.head(repo, asked['commit'], asked['path']))

    def do_changes(self, asked):
        return self.reading(asked, lambda repo, patience: hf_lines.changes(repo, asked['query'], patience))

    def do_blame(self, asked):
        return self.reading(asked, lambda repo, patience: hf_lines.blame(repo, asked['query'], patience))

    def do_search(self, asked):
        return self.reading(asked, lambda repo, patience: hf_search.search(repo, asked['query'], patience))

    def do_makeBranch(self, asked):
        return self.writing(asked, hf_refs.make_branch)

    def do_closeBranch(self, asked):
        return self.writing(asked, hf_refs.close_branch)

    def do_warm(self, asked):
        """Caches that the next reader needs."""
        self.reading(asked, lambda repo, _: [read(repo) for _, _, read in hf_refs.SORTS])

    def do_forget(self, asked):
        self.pool.forget(asked['directory'])
        self.wire.forget(asked['directory'])

    def writing(self, asked, work):
        directory = asked['directory']
        hf_tidy.tidy(self.base, directory)
        return work(hf_base.opened(self.base, directory), asked)
`;
