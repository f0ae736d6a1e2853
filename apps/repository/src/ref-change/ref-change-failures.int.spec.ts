import { jest } from '@jest/globals';
import { DomainError } from '@holdfast/kernel';
import { writeSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { IntentJournal } from './intent-journal.js';
import { branchMove, RefChangesWorld, updatesOf } from './ref-changes-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('changes of refs, where something fails or ends,', () => {
  const refs = RefChangesWorld.ofSuite();
  const { begin, fileOf, move, process, recorded, slowProcess } = refs;
  let commit: string;
  let later: string;
  beforeEach(() => {
    ({ commit, later } = refs);
  });

  it('that a killed process has left are settled by the next, each once', async () => {
    const killed = await process();
    await begin(killed, branchMove('done', undefined, commit));
    await begin(killed, branchMove('undone', undefined, commit));
    await move('done', commit);
    await process();
    await process();
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/done', undefined, commit]]]);
  });

  it('keep no process from starting where a repository cannot be read', async () => {
    const killed = await process();
    await begin(killed, branchMove('done', undefined, commit));
    await move('done', commit);
    const holds = jest.spyOn(refs.service.placement, 'holds').mockRejectedValue(new Error('EIO'));
    const next = await process();
    holds.mockRestore();
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/done', undefined, commit]]]);
    await next.onApplicationShutdown();
  });

  it('are recorded although their outcome cannot be written down', async () => {
    let full = false;
    const journal = new IntentJournal(refs.service.placement.intents, (file, bytes, from) => {
      if (full) throw new Error('the disk is full');
      return writeSync(file, bytes, from);
    });
    const changes = await process(journal);
    const open = await begin(changes, branchMove('main', undefined, commit));
    full = true;
    await move('main', commit);
    await changes.settle(open, 'unknown');
    await expect(begin(changes, branchMove('main', commit, later))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', undefined, commit]]]);
    full = false;
    const again = await begin(changes, branchMove('main', commit, later));
    await move('main', later);
    await changes.settle(again, 'unknown');
    expect(await recorded(2)).toHaveLength(2);
  });

  it('are looked at again where the refs cannot be read, and nobody else has the refs before', async () => {
    const open = await begin(refs.changes, branchMove('main', undefined, commit));
    await symlink('main', fileOf('main'));
    await refs.changes.settle(open, 'unknown');
    const tooEarly = refs.changes.begin(refs.place, [branchMove('main', commit, later)], Date.now());
    await expect(tooEarly).rejects.toMatchObject({ code: 'unavailable' });
    await move('main');
    await move('main', commit);
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', undefined, commit]]]);
    await refs.changes.settle(await begin(refs.changes, branchMove('main', commit, later)), 'refused');
  });

  it('that a killed process has left are looked at again, too', async () => {
    const killed = await process();
    await begin(killed, branchMove('main', undefined, commit), branchMove('other', undefined, commit));
    await move('other', commit);
    await symlink('main', fileOf('main'));
    const next = await process();
    const tooEarly = next.begin(refs.place, [branchMove('other', commit, later)], Date.now());
    await expect(tooEarly).rejects.toMatchObject({ code: 'unavailable' });
    await move('main');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/other', undefined, commit]]]);
  });

  it('do not begin where the disk does not take them, and keep their refs from nobody', async () => {
    let isBroken = true;
    const changes = await slowProcess(() =>
      isBroken ? Promise.reject(new Error('EIO: i/o error')) : Promise.resolve(),
    );
    await expect(begin(changes, branchMove('main', undefined, commit))).rejects.toMatchObject({
      code: 'unavailable',
    });
    isBroken = false;
    // This is nobody's change: what was refused is over, whatever the ref becomes.
    await move('main', commit);
    const next = [branchMove('main', commit, later)];
    const open = await changes.begin(refs.place, next, Date.now() + 10_000);
    await move('main', later);
    await changes.settle(open, 'unknown');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', commit, later]]]);
    await changes.onApplicationShutdown();
  });

  it('by calls are answered by no yes where the disk does not take them, and told all the same', async () => {
    const changes = await slowProcess(() => Promise.reject(new Error('EIO: i/o error')));
    const change = [branchMove('main', undefined, commit)];
    const made = changes.during(refs.place, change, Infinity, () => move('main', commit));
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', undefined, commit]]]);
    await changes.onApplicationShutdown();
  });

  it('do not begin where they cannot be written down', async () => {
    const shut = await process();
    await shut.onApplicationShutdown();
    const work = (): Promise<void> => Promise.reject(new Error('it began'));
    const refused = shut.during(refs.place, [branchMove('main', undefined, commit)], Infinity, work);
    await expect(refused).rejects.toBeInstanceOf(DomainError);
  });
});
