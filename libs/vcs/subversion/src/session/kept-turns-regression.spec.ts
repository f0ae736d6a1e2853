import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PushRoom, TalkRoom } from '@holdfast/vcs-spi/engine';
import type { TransferGate } from '@holdfast/vcs-spi';
import { CommitTurns } from '../writing/commit-turns.js';
import { LookTurns } from '../writing/look-turns.js';
import { TransactionGates } from '../writing/transaction-gates.js';
import { Session } from './session.js';

const gate: TransferGate = {
  stands: () => Promise.resolve({ allowed: true }),
  decide: () => Promise.resolve({ accepted: true }),
  ended: () => Promise.resolve(),
};

// A developer had the directory of his transaction left behind, and talked on: nobody else could commit meanwhile.
describe('a commit over SSH whose transaction is not removed', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kept-'));
    await mkdir(join(directory, 'db/transactions/1-1.txn'), { recursive: true });
    await writeFile(join(directory, 'db/transactions/1-1.txn/props'), 'K 10\nsvn:author\nV 3\nann\nEND\n');
    await writeFile(join(directory, 'db/current'), '1\n');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const begun = async (commits: CommitTurns, making: number) => {
    const exchange = { method: 'POST', path: '/', headers: {} };
    const owner = { company: 'acme', account: 'ann' };
    const grant = {
      ...{ kind: 'subversion', service: 'serve', exchange, directory, owner },
      ...{ repository: 'team', principal: 'ann', author: 'ann' },
    };
    const parts = {
      gate,
      commits,
      looks: new LookTurns(),
      contents: { unfit: () => Promise.resolve(undefined) },
      transactions: new TransactionGates(),
      committed: () => undefined,
      revising: () => undefined,
    };
    const room = new TalkRoom(new PushRoom(grant, gate));
    const session = new Session({ ...parts, patience: 1_000, alone: 1_000, making }, grant, room);
    let commit: Promise<void> | undefined;
    const answer = await new Promise<string | undefined>((resolve) => {
      commit = session.asked({ name: 'pre-commit', repository: '/r', words: ['1-1'] }, resolve);
    });
    expect(answer).toBeUndefined();
    return { session, commit };
  };
  const next = (commits: CommitTurns) => commits.run(directory, 2_000, () => Promise.resolve('done'));

  it('gives its turn to the next when there is a revision', async () => {
    const commits = new CommitTurns();
    const { commit } = await begun(commits, 60_000);
    await writeFile(join(directory, 'db/current'), '2\n');
    expect(await next(commits)).toBe('done');
    await commit;
  });

  it('ends its conversation where there is none in time', async () => {
    const commits = new CommitTurns();
    const { session, commit } = await begun(commits, 50);
    // As the program's end does.
    session.stuck.addEventListener('abort', () => void session.end());
    expect(await next(commits)).toBe('done');
    expect(session.stuck.aborted).toBe(true);
    await commit;
  });
});
