import { jest } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLine } from '../process/command-line.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { RevisionUpkeep } from './revision-upkeep.js';

// It holds the lock of all commits while it removes what it has packed. At the lowest priority, on a machine with other
// work, that was a minute.
describe('the packing of revisions', () => {
  it('gives way to nobody, asked or not', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'packs-'));
    await mkdir(join(directory, 'db'));
    await writeFile(join(directory, 'db/current'), '1000\n');
    await writeFile(join(directory, 'db/format'), '8\nlayout sharded 1000\n');
    const run = jest.fn<CommandLine['run']>(() => Promise.resolve({ code: 0, stdout: '', stderr: '' }));
    const watch = jest.fn<CommandLine['watch']>(() => Promise.resolve(0));
    const upkeep = new RevisionUpkeep({ run, watch } as unknown as CommandLine, {}, new TransactionGates());
    upkeep.wrote(directory);
    await upkeep.all(directory, { signal: new AbortController().signal, tell: () => undefined });
    await upkeep.stop();
    const packs = run.mock.calls.filter(([, [verb]]) => verb === 'pack');
    expect(packs.map(([, , options]) => options?.background)).toEqual([undefined]);
    expect(watch.mock.calls.map(([, [verb], , , background]) => [verb, background])).toEqual([
      ['pack', false],
    ]);
    await rm(directory, { recursive: true });
  });
});
