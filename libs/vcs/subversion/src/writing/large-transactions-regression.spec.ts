import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { TalkRoom } from '@holdfast/vcs-spi/engine';
import { Session, type SessionParts } from '../session/session.js';
import { TransactionGates } from './transaction-gates.js';
import { transactionWords, unfitProps } from './transaction-props.js';

const said = (author: string, message: number): string =>
  `K 10\nsvn:author\nV ${author.length}\n${author}\nK 7\nsvn:log\nV ${message}\n${'m'.repeat(message)}\nEND\n`;

// Before a commit all names in the directory of its transaction were read at once: a million took a second, in which
// the process that serves everybody did nothing else. And whatever a transaction said was read with each request to it.
describe('a look at a large transaction', () => {
  let directory: string;
  let place: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'transaction-'));
    place = join(directory, 'db/transactions/1-1.txn');
    mkdirSync(place, { recursive: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });

  it('leaves the event loop to others between its files', async () => {
    const count = 600;
    for (let at = 0; at < count; at += 1) writeFileSync(join(place, `node._0.${at}`), '');
    writeFileSync(join(place, 'node._0.1.props'), `K 2\na\x01\nV 0\n\nEND\n`);
    expect(await unfitProps(directory, '1-1')).toContain('a name that clients cannot read');
    rmSync(join(place, 'node._0.1.props'));
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    const passes = jest.spyOn(loopShare, 'pass').mockResolvedValue();
    expect(await unfitProps(directory, '1-1')).toBeUndefined();
    expect(passes.mock.calls).toHaveLength(count);
    expect(await unfitProps(directory, '1-2')).toBeUndefined();
  });

  it('reads no more of what it says of itself than any may say', async () => {
    writeFileSync(join(place, 'props'), said('ann', 2 << 20));
    expect(await transactionWords(directory, '1-1')).toEqual({ author: 'ann', hasOurs: false });
    writeFileSync(join(place, 'props'), said('ann', 3 << 20));
    expect(await transactionWords(directory, '1-1')).toEqual({ hasOurs: false });
  });

  it('over SSH ends one that says too much when it is begun', async () => {
    const parts = { transactions: new TransactionGates(), patience: 1_000 } as unknown as SessionParts;
    const room = new TalkRoom({ refusalOf: () => Promise.resolve(undefined) });
    const session = new Session(parts, { directory, service: 'serve' } as TransferGrant, room);
    const hook = { name: 'start-commit', repository: directory, words: [directory, 'ann', '1-1'] };
    const begun = async (message: number): Promise<string | undefined> => {
      writeFileSync(join(place, 'props'), said('ann', message));
      return new Promise((answer) => {
        void session.asked(hook, answer);
      });
    };
    expect([await begun(1 << 20), await begun(2 << 20)]).toEqual([
      undefined,
      'the message of a revision may have 1 MiB',
    ]);
    await session.end();
  });
});
