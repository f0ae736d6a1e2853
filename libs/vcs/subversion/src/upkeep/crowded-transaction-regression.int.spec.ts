import { jest } from '@jest/globals';
import { linkSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLine } from '../process/command-line.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { RevisionUpkeep } from './revision-upkeep.js';

/** More than a call of a function may have arguments. */
const many = 130_000;
type Run = (program: string, words: readonly string[]) => Promise<void>;

/** So many names of one file every file system takes. */
const together = 30_000;

// All files of a transaction were looked at together, and of very many nobody could say which is the youngest: such a
// transaction stayed for ever, and each look at it kept the transfers of all waiting.
describe('a dead transaction of very many files', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'crowded-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }), 60_000);

  it('is removed, and not before all of it is dead', async () => {
    const run = jest.fn<Run>(() => Promise.resolve());
    const upkeep = new RevisionUpkeep({ run } as unknown as CommandLine, {}, new TransactionGates());
    const place = join(directory, 'db/transactions/1-1.txn');
    await mkdir(place, { recursive: true });
    const file = (at: number) => join(place, `node.0.${at}`);
    for (let at = 0; at < many; at += 1)
      if (at % together === 0) await writeFile(file(at), '');
      else linkSync(file(at - (at % together)), file(at));
    const later = Date.now() + 48 * 60 * 60_000;
    await utimes(file(0), later / 1_000, later / 1_000);
    await upkeep.removeDead(directory, later);
    expect(run).not.toHaveBeenCalled();
    await utimes(file(0), 1, 1);
    await upkeep.removeDead(directory, later);
    expect(run.mock.calls.map(([program, words]) => [program, words])).toEqual([
      ['svnadmin', ['rmtxns', '-q', directory, '1-1']],
    ]);
    await upkeep.stop();
  });
});
