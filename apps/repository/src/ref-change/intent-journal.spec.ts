import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedId } from '@holdfast/kernel';
import { IntentJournal } from './intent-journal.js';
import type { Intent } from './intent.js';
import type { Write } from './journal-file.js';

describe('the journal of changes of refs', () => {
  let directory: string;
  const journals: IntentJournal[] = [];
  /** So many bytes can be written. */
  let room: number;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'journal-'));
    room = Infinity;
  });
  afterEach(async () => {
    for (const journal of journals.splice(0)) await journal.shut();
    rmSync(directory, { recursive: true });
  });

  const write: Write = (file, bytes, from) => {
    const count = Math.min(room, bytes.length - from);
    if (count === 0) throw new Error('the disk is full');
    room -= count;
    return writeSync(file, bytes, from, count);
  };

  /** As a process has it that starts after the last one was killed. */
  const opened = async (): Promise<{ journal: IntentJournal; found: (string | undefined)[][] }> => {
    const journal = new IntentJournal(directory, write);
    journals.push(journal);
    const { intents } = await journal.open();
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
    const { journal } = await opened();
    const [open, done, next] = [intent(), intent(), intent()];
    await Promise.all([journal.intend([open]), journal.intend([done])]);
    journal.settled([{ id: done.id, happened: [0] }]);
    void journal.intend([next]);
    expect((await opened()).found).toEqual([
      [open.id, undefined],
      [done.id, '0'],
      [next.id, undefined],
    ]);
  });

  it('has all of very many, or none of them', async () => {
    const { journal } = await opened();
    const many = () => Array.from({ length: 11 }, () => intent(1_000));
    const all = many();
    await (
      await journal.intendAll(all)
    ).onDisk;
    expect((await opened()).found.map(([id]) => id)).toEqual(all.map(({ id }) => id));
    // As much as the first of several goes.
    room = 6_000;
    await expect(journal.intendAll(many())).rejects.toThrow('the disk is full');
    room = Infinity;
    const one = intent();
    await journal.intend([one]);
    expect((await opened()).found.map(([id]) => id)).toEqual([...all, one].map(({ id }) => id));
  });

  it('forgets what is kept elsewhere, and its files with it', async () => {
    const { journal } = await opened();
    const all = [intent(), intent(), intent()];
    await journal.intend(all);
    const [first, ...others] = all.map(({ id }) => id);
    journal.kept(others);
    expect((await opened()).found).toEqual([[first, undefined]]);
    journal.kept([first]);
    expect((await opened()).found).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('forgets what was kept while the disk was busy, once it is not', async () => {
    const { journal } = await opened();
    const [one, next] = [intent(), intent()];
    await journal.intend([one]);
    const busy = journal.intend([next]);
    journal.settled([{ id: one.id, happened: [0] }]);
    journal.kept([one.id]);
    expect((await opened()).found).toContainEqual([one.id, undefined]);
    await busy;
    expect((await opened()).found).toEqual([[next.id, undefined]]);
  });

  it('reads what one wrote that noted each by itself', async () => {
    const { journal } = await opened();
    const [one, other] = [intent(), intent()];
    await journal.intend([one, other]);
    appendFileSync(join(directory, readdirSync(directory)[0]), `{"kept":"${one.id}"}\n`);
    expect((await opened()).found).toEqual([[other.id, undefined]]);
  });

  it('leaves out a last line that was cut off', async () => {
    const { journal } = await opened();
    const one = intent();
    await journal.intend([one]);
    appendFileSync(join(directory, readdirSync(directory)[0]), '{"intent":{"id":"');
    expect((await opened()).found).toEqual([[one.id, undefined]]);
  });

  it('begins a new file when one is large, and removes the old ones from the oldest on', async () => {
    const { journal } = await opened();
    const large = Array.from({ length: 4 }, () => intent(3 << 20));
    for (const each of large) await journal.intend([each]);
    const files = readdirSync(directory).length;
    expect(files).toBeGreaterThan(1);
    journal.kept(large.slice(1).map(({ id }) => id));
    expect(readdirSync(directory)).toHaveLength(files);
    journal.kept([large[0].id]);
    expect(readdirSync(directory)).toHaveLength(1);
    expect((await opened()).found).toEqual([]);
  });

  it('begins a new file while there is always something to write', async () => {
    const { journal } = await opened();
    const all = [intent(1 << 20)];
    let last = journal.intend(all);
    for (let count = 0; count < 12; count += 1) {
      all.push(intent(1 << 20));
      const next = journal.intend(all.slice(-1));
      await last;
      // In these turns the disk is asked for the next one, and cannot have answered.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      last = next;
    }
    expect(readdirSync(directory).length).toBeGreaterThan(1);
    await last;
    journal.kept(all.slice(1).map(({ id }) => id));
    expect((await opened()).found).toEqual([[all[0].id, undefined]]);
  });

  it('goes on with the old file where a new one cannot be made', async () => {
    const { journal } = await opened();
    await journal.intend([intent(3 << 20)]);
    renameSync(directory, `${directory}-away`);
    const one = intent(2 << 20);
    await journal.intend([one]);
    renameSync(`${directory}-away`, directory);
    expect(readdirSync(directory)).toHaveLength(1);
    expect((await opened()).found).toContainEqual([one.id, undefined]);
    await journal.intend([intent()]);
    expect(readdirSync(directory).length).toBeGreaterThan(2);
  });

  it('has whole lines after one that was cut off by a full disk', async () => {
    const { journal } = await opened();
    const [torn, next] = [intent(), intent()];
    room = 20;
    expect(() => journal.intend([torn])).toThrow('full');
    room = Infinity;
    await journal.intend([next]);
    expect((await opened()).found).toEqual([[next.id, undefined]]);
  });

  it('has nothing of intents of which only a part could be written', async () => {
    const { journal } = await opened();
    const [written, torn] = [intent(), intent(10_000)];
    room = 1_000;
    expect(() => journal.intend([written, torn])).toThrow('full');
    for (let count = 0; count < 3; count += 1) expect(() => journal.intend([intent()])).toThrow('full');
    room = Infinity;
    const next = intent();
    await journal.intend([next]);
    expect((await opened()).found).toEqual([[next.id, undefined]]);
  });

  it('has outcomes that could not be written before whatever comes next', async () => {
    const { journal } = await opened();
    const [one, other, next] = [intent(), intent(), intent()];
    await journal.intend([one, other]);
    room = 10;
    journal.settled([{ id: one.id, happened: [0] }]);
    journal.settled([{ id: other.id, happened: [] }]);
    expect(() => journal.intend([next])).toThrow('full');
    room = Infinity;
    await journal.intend([next]);
    expect((await opened()).found).toEqual([
      [one.id, '0'],
      [other.id, ''],
      [next.id, undefined],
    ]);
  });

  it('keeps no file because of what could not be written', async () => {
    const { journal } = await opened();
    const large = Array.from({ length: 3 }, () => intent(3 << 20));
    for (const each of large) await journal.intend([each]);
    expect(readdirSync(directory)).toHaveLength(2);
    room = 0;
    journal.kept(large.map(({ id }) => id));
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('takes nothing when it is shut', async () => {
    const { journal } = await opened();
    await journal.shut();
    expect(() => journal.intend([intent()])).toThrow('shut');
  });
});
