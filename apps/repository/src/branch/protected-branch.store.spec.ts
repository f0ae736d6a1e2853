import type { Branches } from '@holdfast/vcs-spi';
import type { DataSource, FindOperator } from 'typeorm';
import { BranchPatternRow } from './branch-pattern.entity.js';
import { ProtectedBranchStore } from './protected-branch.store.js';
import { WriteGate } from '../write-gate/write-gate.js';

describe('the memory of protected branches', () => {
  const branches = {
    snapshot: () => Promise.resolve({ get: (name: string) => (name === 'main' ? 'commit' : undefined) }),
  } as unknown as Branches;

  /** A database that answers a question with what it held when the question came. */
  const world = () => {
    const rows = new Set<string>();
    const patterns = new Set<string>();
    const held: (() => void)[] = [];
    let holds = '';
    const turn = async (what: string): Promise<void> => {
      if (what === holds) await new Promise<void>((go) => held.push(go));
    };
    const flags = {
      findBy: async () => {
        const answer = [...rows].map((name) => ({ name }));
        await turn('select');
        return answer;
      },
      upsert: async ({ name }: { name: string }) => {
        await turn('insert');
        rows.add(name);
      },
      delete: async ({ name }: { name: FindOperator<string[]> }) => {
        await turn('delete');
        for (const each of name.value) rows.delete(each);
      },
    };
    const patternRows = {
      findBy: async () => {
        const answer = [...patterns].map((pattern) => ({ pattern }));
        await turn('select');
        return answer;
      },
    };
    const source = {
      getRepository: (entity: unknown) => (entity === BranchPatternRow ? patternRows : flags),
    };
    const store = new ProtectedBranchStore(source as unknown as DataSource, new WriteGate());
    return {
      store,
      rows,
      read: async () => [...(await store.of('r', branches)).flags],
      patterns: async () => (await store.of('r', branches)).patterns,
      addPattern: (pattern: string) =>
        store.rewritePatterns(
          'r',
          branches,
          async () => {
            await turn('insert');
            if (pattern === 'bad') throw new Error('the database broke off');
            patterns.add(pattern);
          },
          { come: pattern },
        ),
      hold: (statement: string) => void (holds = statement),
      release: () => {
        holds = '';
        for (const go of held.splice(0)) go();
      },
    };
  };
  const soon = () => new Promise((resolve) => setImmediate(resolve));

  it('knows of a protection that was written while it was read for the first time', async () => {
    const { store, read, hold, release } = world();
    hold('select');
    const reading = read();
    const protecting = store.protect('r', branches, 'main');
    await soon();
    release();
    await Promise.all([reading, protecting]);
    expect(await read()).toEqual(['main']);
  });

  it('knows of a protection beside which it was read for the first time', async () => {
    const { store, read, hold, release } = world();
    hold('insert');
    const protecting = store.protect('r', branches, 'main');
    await soon();
    expect(await read()).toEqual([]);
    release();
    await protecting;
    expect(await read()).toEqual(['main']);
  });

  it('does not take the flag of a branch that is about to be made for a left-over', async () => {
    const { store, read, rows } = world();
    await store.protect('r', branches, 'new');
    expect(await read()).toEqual(['new']);
    expect([...rows]).toEqual(['new']);
  });

  it('forgets flags whose branch is gone, at its first reading', async () => {
    const { read, rows } = world();
    rows.add('main').add('gone');
    expect(await read()).toEqual(['main']);
    expect([...rows]).toEqual(['main']);
  });

  it('knows of a pattern beside which, or beside whose writing, it was read for the first time', async () => {
    for (const statement of ['select', 'insert']) {
      const { addPattern, patterns, hold, release } = world();
      hold(statement);
      const reading = statement === 'select' ? patterns() : undefined;
      const adding = addPattern('release/*');
      await soon();
      if (statement === 'insert') expect(await patterns()).toEqual([]);
      release();
      await Promise.all([reading, adding]);
      expect(await patterns()).toEqual(['release/*']);
    }
  });

  it('has those who decide by it ask anew after a pattern, and after a write of which nobody knows', async () => {
    const { store, addPattern } = world();
    const held = await store.of('r', branches);
    const first = held.version;
    await addPattern('release/*');
    expect(held.covers('release/1')).toBe(true);
    const second = held.version;
    expect(second).not.toBe(first);
    await expect(addPattern('bad')).rejects.toThrow('broke off');
    await soon();
    expect(held.version).not.toBe(second);
    expect((await store.of('r', branches)).patterns).toEqual(['release/*']);
  });
});
