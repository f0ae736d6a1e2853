import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Digits at the end of a message, by which the id of its changeset is chosen. */
const digits = 7;
const words = (nonce: number): string => `nonce ${String(nonce).padStart(digits, '0')}`;

/** The first four bytes of the id of a changeset, by the digits at the end of its text and its parent. */
const beginningOf = (text: Buffer, parent: string): ((nonce: number) => number) => {
  const begun = createHash('sha1')
    .update(Buffer.alloc(20))
    .update(Buffer.from(parent, 'hex'))
    .update(text.subarray(0, -digits));
  return (nonce) => begun.copy().update(String(nonce).padStart(digits, '0')).digest().readUInt32BE();
};

/** Two nonces by which two changesets begin with the same four bytes. */
const alike = (one: (nonce: number) => number, other: (nonce: number) => number): [number, number] => {
  const known = new Map<number, number>();
  for (let nonce = 0; nonce < 1 << 18; nonce += 1) known.set(one(nonce), nonce);
  for (let nonce = 0; nonce < 10 ** digits; nonce += 1) {
    const found = known.get(other(nonce));
    if (found !== undefined) return [found, nonce];
  }
  throw new Error('there are none');
};

/** Makes a changeset in a transaction that is given up; says whether its branch is known before, and not behind. */
const refusing = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_alike
from mercurial import context, hg, ui

repo = hg.repository(ui.ui.load(), os.fsencode(sys.argv[2])).unfiltered()
with repo.wlock(), repo.lock():
    transaction = repo.transaction(b'push')
    parents = (repo[b'tip'].node(), None)
    context.memctx(repo, parents, b'x', [], lambda *_: None, b'me', extra={b'branch': b'mine'}).commit()
    known = b'mine' in repo.revbranchcache()._names
    transaction.abort()
print(known, b'mine' not in repo.revbranchcache()._names, end='')
`;

// Mercurial remembers branch and tags of a changeset by its number and four bytes of its id. What was remembered of a
// push that was refused was believed of another changeset, which moved tags: nobody was asked about them.
describeMercurial('a push like one that was refused', () => {
  const world = sharedWorld();

  /** Changesets with one parent, each in a copy of a work by what `change` does there, whose ids begin alike. */
  const twins = async (
    work: string,
    parent: string,
    ...changes: ((copy: string) => Promise<void>)[]
  ): Promise<string[]> => {
    const made = async (change: (copy: string) => Promise<void>, nonce: number): Promise<string> => {
      const copy = `${work}-${changes.indexOf(change)}`;
      rmSync(copy, { recursive: true, force: true });
      cpSync(work, copy, { recursive: true });
      await change(copy);
      await world.must(copy, 'commit', '-qA', '-m', words(nonce), '-u', 'me', '-d', '0 0');
      return copy;
    };
    const texts = changes.map(async (change) => {
      const copy = await made(change, 0);
      const tip = await world.must(copy, 'log', '-r', 'tip', '-T', '{rev}');
      return beginningOf(Buffer.from(await world.must(copy, 'debugdata', '-c', tip)), parent);
    });
    const [one, other] = await Promise.all(texts);
    const nonces = alike(one, other);
    const copies = await Promise.all(changes.map((change, at) => made(change, nonces[at])));
    const ids = await Promise.all(copies.map((copy) => world.must(copy, 'log', '-r', 'tip', '-T', '{node}')));
    expect(ids[0].slice(0, 8)).toBe(ids[1].slice(0, 8));
    expect(ids[0]).not.toBe(ids[1]);
    return copies;
  };

  const started = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'file', 'one');
    await world.must(work, 'tag', '-u', 'me', 'v1');
    await world.must(work, 'push', '-q', url);
    const parent = await world.must(work, 'log', '-r', 'tip', '-T', '{node}');
    return { url, directory, work, first, parent };
  };
  const refuse = async (copy: string, url: string): Promise<void> => {
    world.instead = () => Promise.resolve({ accepted: false, reasons: [] });
    expect(await world.hg(copy, 'push', '--new-branch', url)).toMatchObject({ code: 255 });
    world.instead = undefined;
  };

  it('is asked about by its own tags', async () => {
    const { url, directory, work, first, parent } = await started();
    const [refused, moving] = await twins(
      work,
      parent,
      (copy) => writeFile(join(copy, 'other'), 'x'),
      (copy) => appendFile(join(copy, '.hgtags'), `${first} v1\n${parent} v1\n`),
    );
    await refuse(refused, url);
    const pushed = await world.hg(moving, 'push', url);
    expect(world.pushes.at(-1)?.updates).toContainEqual(
      expect.objectContaining({ ref: 'refs/tags/v1', old: first, new: parent }),
    );
    expect(pushed).toMatchObject({ code: 255 });
    const tags = (await world.kind.open(directory).tags?.snapshot())?.page(0, 9);
    expect(tags).toMatchObject([{ id: 'v1', commit: first }]);
  });

  it('is asked about by its own branch', async () => {
    const { url, work, parent } = await started();
    const [refused, other] = await twins(
      work,
      parent,
      async (copy) => {
        await world.must(copy, 'branch', '-q', 'mine');
        await writeFile(join(copy, 'file'), 'two');
      },
      (copy) => writeFile(join(copy, 'file'), 'three'),
    );
    await refuse(refused, url);
    await world.hg(other, 'push', url);
    expect([...(world.pushes.at(-1)?.updates ?? [])].map(({ ref }) => ref)).toEqual(['refs/heads/default']);
  });

  it('is remembered as it is', async () => {
    const { url, directory, work, parent } = await started();
    const [refused, taken] = await twins(
      work,
      parent,
      (copy) => appendFile(join(copy, '.hgtags'), `${parent} v2\n`),
      (copy) => writeFile(join(copy, 'other'), 'x'),
    );
    await refuse(refused, url);
    await world.must(taken, 'push', '-q', url);
    const tags = (await world.kind.open(directory).tags?.snapshot())?.page(0, 9);
    expect(tags?.map(({ id }) => id)).toEqual(['v1']);
  });

  // A conversation that goes on after the refusal kept it, and wrote it over that of the other one.
  it('is not remembered by who has pushed both', async () => {
    const { directory, work } = await started();
    const program = join(world.root, 'state/program');
    const { output } = await world.python(work, ['-c', refusing, program, directory]);
    expect(output).toMatch(/^True True/);
  });
});
