import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedId } from '@holdfast/kernel';
import { IntentJournal } from './intent-journal.js';
import type { Intent } from './intent.js';

describe('the journal of changes of refs', () => {
  let directory: string;
  const journals: IntentJournal[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'journal-'));
  });
  afterEach(() => {
    for (const journal of journals.splice(0)) journal.shut();
    rmSync(directory, { recursive: true });
  });

  /** As a process has it that starts after the last one was killed. */
  const opened = (): { journal: IntentJournal; found: (string | undefined)[][] } => {
    const journal = new IntentJournal(directory);
    journals.push(journal);
    const { intents } = journal.open();
    return {
      journal,
      found: intents.map(({ intent, outcome }) => [intent.id, outcome && outcome.happened.join()]),
    };
  };
  const intent = (length = 1): Intent => ({
    ...{ id: timedId(), at: 1, change: 'c', cause: 'api', company: 'acme', project: 'p' },
    repository: { uuid: 'u', id: 'r', type: 'git' },
    updates: [{ ref: `refs/heads/${'x'.repeat(length)}`, sort: 'branch', name: 'x', new: 'a' }],
  });

  it('has what was intended, with what became of it, after the process was killed', async () => {
    const { journal } = opened();
    const [open, done] = [intent(), intent()];
    await Promise.all([journal.intend([open]), journal.intend([done])]);
    journal.settled([{ id: done.id, happened: [0] }]);
    expect(opened().found).toEqual([
      [open.id, undefined],
      [done.id, '0'],
    ]);
  });

  it('forgets what is kept elsewhere, and its files with it', async () => {
    const { journal } = opened();
    const one = intent();
    await journal.intend([one]);
    journal.kept([one.id]);
    expect(opened().found).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('leaves out a last line that was cut off', async () => {
    const { journal } = opened();
    const one = intent();
    await journal.intend([one]);
    appendFileSync(join(directory, readdirSync(directory)[0]), '{"intent":{"id":"');
    expect(opened().found).toEqual([[one.id, undefined]]);
  });

  it('begins a new file when one is large, and removes the old ones from the oldest on', async () => {
    const { journal } = opened();
    const large = Array.from({ length: 4 }, () => intent(3 << 20));
    for (const each of large) await journal.intend([each]);
    const files = readdirSync(directory).length;
    expect(files).toBeGreaterThan(1);
    journal.kept(large.slice(1).map(({ id }) => id));
    expect(readdirSync(directory)).toHaveLength(files);
    journal.kept([large[0].id]);
    expect(readdirSync(directory)).toHaveLength(1);
    expect(opened().found).toEqual([]);
  });

  it('takes nothing when it is shut', () => {
    const { journal } = opened();
    journal.shut();
    expect(() => journal.intend([intent()])).toThrow('shut');
  });
});
