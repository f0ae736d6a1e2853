import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unfitIn } from './unfit-transaction.js';

// Where a process had no files left, or the disk failed, what could not be looked at became a revision.
describe('what a commit changes and cannot be read', () => {
  let directory: string;
  let transaction: string;
  const unread = 'the server could not read what this commit changes, try again';

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'unread-changes-'));
    transaction = join(directory, 'db/transactions/1-1.txn');
    await mkdir(transaction, { recursive: true });
    await writeFile(join(transaction, 'props'), 'K 10\nsvn:author\nV 3\nann\nEND\n');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('may be no revision, and what is not there may', async () => {
    expect(await unfitIn(directory, '1-1')).toBeUndefined();
    expect(await unfitIn(directory, '1-2')).toBeUndefined();
  });

  it.each(['changes', 'node.0.0.props'])('may be no revision: %s', async (name) => {
    await mkdir(join(transaction, name));
    expect(await unfitIn(directory, '1-1')).toBe(unread);
  });
});
