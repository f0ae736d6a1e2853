import { mkdir } from 'node:fs/promises';
import { hgCommand } from './hg.js';
import { printed } from './printed.js';

/** Under the licence that Mercurial asks for. */
const program = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes a history in which everything happens, by Mercurial itself; of the same seed it is the same."""
import sys

try:
    from mercurial import initialization

    initialization.init()
except ImportError:  # before 7.2
    pass
from mercurial import context, extensions, hg, node, phases, ui as uimod

PLACES = ['', 'lib/', 'lib/deep/er/', 'Doc/UPPER/', 'ünïcode/日本/', 'sp ace/ e/', 'x.i/', 'y.d/', 'z.hg/', 'aux/', '.dot/']
PLACES.append('/'.join(['long' * 12] * 4) + '/')
NAMES = ['file', 'naïve', 'con', 'README', 'a b', '#hash', '%20', '~tilde', '[x]', '"q"', "it's", '日本', 'tab\t', 'back\\']
NAMES = [each.encode() for each in NAMES] + [b'caf\xe9']
ENDS = ['', '.txt', '.c', '.i', '.d', '.BIN', '.', ' x']
USERS = ['Mia Miller <mia@example.org>', 'Zoë Åström <zoë@example.org>', 'robot', 'no@angle.example', '"Q, P" <q@x>', '李雷 <l@x.cn>']
MESSAGES = ['Change', 'Über die Maßen', '', 'Subject\n\nBody\twith tabs\n\n  and blanks', '日本語\n\nبالعربية 🎉', '<xml> & "quotes" \x1b[0m']
MESSAGES.append('long ' * 3000)
BRANCHES = ['default', 'default', 'default', 'stable', 'stable', 'release/1.x', 'ünter', 'with space', 'feature', 'dead']
MOST, ROUND = 700, 40


class Chance:
    def __init__(self, seed):
        self.state = seed

    def below(self, most):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return self.state * most >> 32

    def of(self, choices):
        return choices[self.below(len(choices))]


class History:
    """Tips of branches and what was put aside: each a changeset with its files, by path their bytes and flags."""

    def __init__(self, repo, chance):
        self.repo, self.chance, self.tips, self.aside = repo, chance, {}, []
        self.number, self.large = 0, False

    def commit(self, branch, parents, files, copies=(), extra=()):
        self.number += 1
        chance, copies, extra = self.chance, dict(copies), dict(extra)
        one, other = (list(parents) + [(self.repo.nullid, {})])[:2]
        touched = [path for path in {**one[1], **files} if one[1].get(path) != files.get(path)]
        touched += [path for path in other[1] if path in files and files[path] != other[1][path]]

        def found(repo, ctx, path):
            if path not in files:
                return None
            data, flags = files[path]
            return context.memfilectx(repo, ctx, path, data, flags == b'l', flags == b'x', copies.get(path))

        if chance.below(30) == 0:
            extra[b'rebase_source'] = b'%040x' % self.number
        if chance.below(50) == 0:
            extra[b'note'] = 'ä\n\\0:x\r'.encode()
        extra[b'branch'] = branch.encode()
        at = 1_200_000_000 + self.number * 3_600 - (chance.below(10**7) if chance.below(9) == 0 else 0)
        made = context.memctx(
            self.repo, (one[0], other[0] if len(parents) > 1 else self.repo.nullid), chance.of(MESSAGES).encode(),
            touched, found, user=chance.of(USERS).encode(), extra=extra,
            date=(-1_000 if self.number == 5 else at, chance.of([0, -3_600, 25_200, -20_700])),
        )
        self.tips[branch] = (self.repo.commitctx(made), files)

    def content(self, old):
        what = self.chance.below(14)
        if what == 0:
            return b''
        if what == 1:
            return bytes(self.chance.below(256) for _ in range(self.chance.below(2_000)))
        lines = old.split(b'\n') if len(old) < 20_000 else []
        place = self.chance.below(len(lines) + 1)
        lines[place : place + self.chance.below(3)] = [
            b'line %d %s' % (self.chance.below(99), self.chance.of([b'', 'ü'.encode(), b'\xfc', b'\r']))
            for _ in range(self.chance.below(8))
        ]
        return b'\n'.join(lines)

    def change(self, files, copies):
        chance = self.chance
        path = chance.of(sorted(files)) if files and chance.below(2) == 0 else None
        if path is None:
            # The name of a directory is none of a file.
            new = chance.of(PLACES).encode() + chance.of(NAMES) + b'%d' % self.number + chance.of(ENDS).encode()
            files[new] = (self.content(b''), chance.of([b'', b'', b'', b'', b'x']))
            if chance.below(15) == 0:
                files[new] = (chance.of([b'file', '../ü'.encode(), b'/nowhere']), b'l')
        elif path != b'.hgtags':
            data, flags = files[path]
            what = chance.below(12)
            if what < 2:
                del files[path]
            elif what < 4:
                target = path + b'-%d' % self.number
                files[target] = (data if what == 2 else self.content(data), flags)
                copies[target] = path
                if chance.below(2) == 0:
                    del files[path]
            elif what == 4:
                files[path] = (data, b'x' if flags == b'' else b'')
            elif flags != b'l':
                files[path] = (self.content(data), flags)

    def moved(self, files, copies):
        """A directory has another name."""
        place = self.chance.of(PLACES[1:]).encode()
        for path in [each for each in sorted(files) if each.startswith(place)][:60]:
            target = b'moved-%d/' % self.number + path
            files[target] = files.pop(path)
            copies[target] = path

    def tag(self, branch):
        made, files = self.tips[branch]
        known, _ = files.get(b'.hgtags', (b'', b''))
        name = self.chance.of(['v%d' % self.number, 'v%d' % self.number, 'ümläut %d' % self.number, 'latest', 'gone']).encode()
        lines = [b'%s %s' % (node.hex(made), name)]
        old = [each for each in known.split(b'\n') if each.endswith(b' ' + name)]
        if old:
            lines.insert(0, old[-1])
        if name == b'gone' and old:
            lines[1] = b'0' * 40 + b' ' + name
        files = {**files, b'.hgtags': (known + b'\n'.join(lines) + b'\n', b'')}
        self.commit(branch, [self.tips[branch]], files)

    def merge(self, branch, other):
        one, two = self.tips[branch], other
        files = dict(one[1])
        for path in two[1]:
            if path not in files or self.chance.below(3) == 0:
                files[path] = two[1][path]
        tags = [each[1].get(b'.hgtags', (b'', b''))[0].split(b'\n') for each in (one, two)]
        both = list(dict.fromkeys(each for each in tags[0] + tags[1] if each))
        if both:
            files[b'.hgtags'] = (b'\n'.join(both) + b'\n', b'')
        self.commit(branch, [one, two], files)

    def step(self):
        chance, branch = self.chance, self.chance.of(BRANCHES)
        what = chance.below(100)
        if branch not in self.tips:
            begun = self.tips['default'] if chance.below(3) > 0 else (self.repo.nullid, {})
            return self.commit(branch, [begun], begun[1])
        tip = self.tips[branch]
        if what < 9 and len(self.tips) > 1:
            return self.merge(branch, self.tips[chance.of([each for each in sorted(self.tips) if each != branch])])
        if what < 11 and self.aside:
            # A second head, which may be merged later.
            head, old = chance.of(self.aside)
            self.tips[branch] = old if head == branch else tip
        if what == 11 and branch != 'default':
            return self.commit(branch, [tip], tip[1], extra={b'close': b'1'})
        if what < 15:
            return self.tag(branch)
        files, copies = dict(self.tips[branch][1]), {}
        if what == 15:
            self.moved(files, copies)
        if what == 16 or len(files) > MOST:
            for path in sorted(files)[: len(files) // 3]:
                del files[path]
        for _ in range(0 if what == 17 else 1 + chance.below(6)):
            self.change(files, copies)
        if self.number > 700 and not self.large:
            self.large = True
            files[b'large.bin'] = (bytes(range(256)) * 12_000, b'')
        self.commit(branch, [self.tips[branch]], files, copies)
        if self.number % ROUND == 0:
            self.aside = self.aside[-4:] + [(branch, self.tips[branch])]


def main(directory, seed, many):
    ui = uimod.ui.load()
    extensions.loadall(ui)
    extensions.populateui(ui)
    repo = hg.repository(ui, directory, create=True).unfiltered()
    history = History(repo, Chance(seed))
    with repo.wlock(), repo.lock(), repo.transaction(b'made') as transaction:
        history.commit('default', [(repo.nullid, {})], {})
        while history.number < many:
            history.step()
        tips = [made for made, _ in history.tips.values()]
        marks = [('@', tips[0]), ('märk/1', tips[-1]), ('feature-mark', history.aside[0][1][0])]
        repo._bookmarks.applychanges(repo, transaction, [(name.encode(), made) for name, made in marks])
        # The last ones are drafts.
        public = [repo[rev].node() for rev in range(many * 9 // 10)]
        phases.advanceboundary(repo, transaction, phases.public, public)


main(sys.argv[1].encode(), int(sys.argv[2]), int(sys.argv[3]))
`;

/**
 * Makes a repository in which everything happens: merges, of histories that have nothing in common too, several heads
 * of a branch, closed ones, tags that move and go, renames of directories, copies, empty changesets, programs, links,
 * and names, people, messages and contents of all sorts.
 */
export const makeHgHistory = async (directory: string, seed: number, many: number): Promise<void> => {
  await mkdir(directory, { recursive: true });
  const { python, env } = await hgCommand();
  const args = ['-', directory, String(seed), String(many)];
  await printed({ program: python, args, cwd: directory, env, input: program });
};
