import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TalkRoom } from '@holdfast/vcs-spi/engine';
import { CommitTurns } from '../writing/commit-turns.js';
import { LookTurns } from '../writing/look-turns.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { Session } from './session.js';

const gate = {
  stands: () => Promise.resolve({ allowed: true as const }),
  decide: () => Promise.resolve({ accepted: true as const }),
  ended: () => Promise.resolve(),
};

// A lock is a file of some kilobytes, and said in thirty bytes; a transaction was asked for no room at all.
describe('locks and transactions over SSH where little room is left', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'small-'));
    await mkdir(join(directory, 'db/transactions/1-1.txn'), { recursive: true });
    await writeFile(join(directory, 'db/transactions/1-1.txn/props'), 'K 10\nsvn:author\nV 3\nann\nEND\n');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const talking = (free: number) => {
    const exchange = { method: 'POST', path: '/', headers: {} };
    const grant = {
      ...{
        kind: 'subversion',
        service: 'serve',
        exchange,
        directory,
        owner: { company: 'acme', account: 'ann' },
      },
      ...{ repository: 'team', principal: 'ann', author: 'ann' },
    };
    const parts = {
      ...{
        gate,
        commits: new CommitTurns(),
        looks: new LookTurns(),
        contents: { unfit: () => Promise.resolve(undefined) },
        transactions: new TransactionGates(),
        committed: () => undefined,
        revising: () => undefined,
      },
      ...{ patience: 1_000, alone: 1_000, making: 1_000 },
    };
    const refusalOf = (bytes: number) => Promise.resolve(bytes > free ? 'no room' : undefined);
    return new Session(parts, grant, new TalkRoom({ refusalOf }));
  };
  const asked = (session: Session, name: string, words: string[]) =>
    new Promise<string | undefined>((resolve, reject) => {
      session.asked({ name, repository: '/r', words }, resolve).catch(reject);
    });

  it('are refused where there is none for one more of them', async () => {
    const session = talking(100_000);
    const lock = () => asked(session, 'pre-lock', []);
    const answers: (string | undefined)[] = [];
    for (let at = 0; at < 13; at += 1) answers.push(await lock());
    expect(answers).toEqual([...Array<undefined>(12).fill(undefined), 'no room']);
    expect(await asked(session, 'start-commit', ['/r', 'ann', '1-1'])).toBe('no room');
    await session.end();
  });

  // A directory of a copied tree is written anew with all its names: 60 KB of words made 350 MB past a limit.
  it('end where more is made of them than there is room for', async () => {
    const session = talking(100_000);
    expect(await asked(session, 'start-commit', ['/r', 'ann', '1-1'])).toBeUndefined();
    const ended = new Promise((resolve) => session.stuck.addEventListener('abort', resolve));
    await mkdir(join(directory, 'db/txn-protorevs'));
    await writeFile(join(directory, 'db/txn-protorevs/1-1.rev'), '');
    await writeFile(join(directory, 'db/transactions/1-1.txn/node.0.0.children'), 'x'.repeat(100_000));
    await ended;
    expect(session.stuck.reason).toMatchObject({ status: 507, message: 'no room' });
    await session.end();
  });

  it('are taken where there is some', async () => {
    const session = talking(10_000);
    expect(await asked(session, 'start-commit', ['/r', 'ann', '1-1'])).toBeUndefined();
    await session.end();
  });
});
