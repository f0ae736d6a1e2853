import type { AuditRecord, RefChange } from '@holdfast/contracts';
import type { Pusher } from './intent.js';
import type { RefChanges } from './ref-changes.js';
import { branchMove, noteMove, RefChangesWorld } from './ref-changes-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('what a push deletes', () => {
  const refs = RefChangesWorld.ofSuite();
  const { move, process } = refs;
  const account = { id: 'ada', uuid: '0190a000-0000-7000-8000-00000000000a', type: 'user' as const };
  const pusher: Pusher = { account, address: '192.0.2.1', project: 'demo' };
  let commit: string;
  beforeEach(() => {
    ({ commit } = refs);
  });

  const tagMove = (name: string, old?: string): RefChange => ({
    ...branchMove(name, old),
    ...{ ref: `refs/tags/${name}`, sort: 'tag' },
  });
  const push = (changes: RefChanges, ...updates: RefChange[]) =>
    changes.begin({ ...refs.place, pusher }, updates, Date.now() + 60_000);
  /** Of this repository, once there are so many. */
  const recorded = async (count: number): Promise<AuditRecord[]> => {
    for (;;) {
      const { records } = await refs.service.outbox.pending({ collected: [] });
      const { uuid } = refs.ctx.repository;
      const own = records.filter(({ target }) => target.repository?.uuid === uuid);
      const changes = own.filter(({ operation }) => operation.endsWith('.delete'));
      if (changes.length >= count) return changes;
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('is recorded of branches and tags, as if it were deleted by a call, and nothing else of it', async () => {
    for (const name of ['gone', 'stays', 'moved', 'tags/v1', 'notes/n']) await move(name, commit);
    const open = await push(
      refs.changes,
      branchMove('gone', commit),
      branchMove('stays', commit),
      branchMove('moved', commit, refs.later),
      tagMove('v1', commit),
      noteMove('n', commit),
    );
    for (const name of ['gone', 'tags/v1', 'notes/n']) await move(name);
    await move('moved', refs.later);
    await refs.changes.settle(open, 'unknown');
    const { id, uuid } = refs.ctx.repository;
    const within = {
      project: { id: 'demo', uuid: refs.place.project },
      repository: { id, uuid },
    };
    const common = { account, address: '192.0.2.1', outcome: 'ok', detail: {}, company: refs.place.company };
    expect(await recorded(2)).toEqual([
      {
        ...common,
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        at: expect.any(Number) as number,
        operation: 'branch.delete',
        target: { type: 'branch', id: 'gone', uuid: `${uuid}-gone`, ...within },
      },
      {
        ...common,
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        at: expect.any(Number) as number,
        operation: 'tag.delete',
        target: { type: 'tag', id: 'v1', uuid: `${uuid}-v1`, ...within },
      },
    ]);
  });

  it('is recorded once after the process was killed', async () => {
    await move('gone', commit);
    const killed = await process();
    await push(killed, branchMove('gone', commit));
    await move('gone');
    await process();
    const [first] = await recorded(1);
    await process();
    await new Promise((done) => setTimeout(done, 200));
    expect(await recorded(1)).toEqual([first]);
  });

  it('is counted where it is very much', async () => {
    const names = Array.from({ length: 1_003 }, (_, at) => `b${at}`);
    for (const name of names) await move(name, commit);
    const open = await push(refs.changes, ...names.map((name) => branchMove(name, commit)));
    for (const name of names) await move(name);
    await refs.changes.settle(open, 'unknown');
    const all: AuditRecord[] = [];
    while (all.length < 1_001) {
      const part = await recorded(1);
      all.push(...part);
      await refs.service.outbox.pending({ collected: part.map(({ id }) => id) });
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(1_001);
    expect(all.filter(({ target }) => target.id !== '')).toHaveLength(1_000);
    const [counted] = all.filter(({ target }) => target.id === '');
    expect(counted).toMatchObject({ operation: 'branch.delete', detail: { count: 3 } });
  });
});
