import { held } from '../job/held-work.fixture.js';
import { answer, call, errorsOf } from '../service-world.fixture.js';
import { RefEventStore } from './ref-event.store.js';
import { branchMove, noteMove, RefChangesWorld, updatesOf } from './ref-changes-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('changes of refs', () => {
  const refs = RefChangesWorld.ofSuite();
  const { begin, move, process, recorded, slowProcess } = refs;
  let commit: string;
  let later: string;
  beforeEach(() => {
    ({ commit, later } = refs);
  });

  it('are recorded of branches that are made and deleted by calls, and not of what is refused', async () => {
    await answer(refs.service.branches.create(refs.ctx, call({ body: { id: 'one', commit } })));
    await answer(refs.service.branches.create(refs.ctx, call({ body: { id: 'two', commit } })));
    const again = refs.service.branches.create(refs.ctx, call({ body: { id: 'two', commit } }));
    expect(await errorsOf(again)).toEqual({ id: { reserved: true } });
    await answer(refs.service.branches.delete(refs.ctx, call({ params: { id: 'two' } })));
    expect(updatesOf(await recorded(3))).toEqual([
      ['api', ['refs/heads/one', undefined, commit]],
      ['api', ['refs/heads/two', undefined, commit]],
      ['api', ['refs/heads/two', commit, undefined]],
    ]);
  });

  it('are what the refs say afterwards', async () => {
    const open = await begin(
      refs.changes,
      branchMove('done', undefined, commit),
      branchMove('refused', undefined, commit),
      branchMove('same', commit, commit),
    );
    await move('done', commit);
    await refs.changes.settle(open, 'unknown');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/done', undefined, commit]]]);
  });

  it('are told in parts where they are many', async () => {
    const names = Array.from({ length: 501 }, (_, at) => `b${at}`);
    const open = await begin(refs.changes, ...names.map((name) => branchMove(name, undefined, commit)));
    for (const name of names) await move(name, commit);
    await refs.changes.settle(open, 'unknown');
    const events = await recorded(2);
    expect(events.map(({ updates }) => updates.length)).toEqual([500, 1]);
  });

  it('there and back are two, although the ref is what it was', async () => {
    const killed = await process();
    await move('main', commit);
    const there = await begin(killed, branchMove('main', commit, later));
    await move('main', later);
    await killed.settle(there, 'unknown');
    await begin(killed, branchMove('main', later, commit));
    await move('main', commit);
    await process();
    expect(updatesOf(await recorded(2))).toEqual([
      ['push', ['refs/heads/main', commit, later]],
      ['push', ['refs/heads/main', later, commit]],
    ]);
  });

  it('of one ref wait for each other', async () => {
    const first = await begin(refs.changes, branchMove('main', undefined, commit));
    const order: string[] = [];
    const second = begin(refs.changes, branchMove('main', commit, later)).then(async (open) => {
      order.push('second');
      await refs.changes.settle(open, 'refused');
    });
    const other = await begin(refs.changes, branchMove('other', undefined, commit));
    await refs.changes.settle(other, 'refused');
    order.push('first');
    await refs.changes.settle(first, 'refused');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('are not waited for longer than somebody waits for the answer', async () => {
    const open = await begin(refs.changes, branchMove('main', undefined, commit));
    const answered: string[] = [];
    const patient = begin(refs.changes, branchMove('main', commit, later))
      .then((after) => refs.changes.settle(after, 'refused'))
      .finally(() => answered.push('patient'));
    patient.catch(() => undefined);
    const soon = { ...refs.ctx, deadline: Date.now() + 50 };
    const creation = refs.service.branches.create(soon, call({ body: { id: 'main', commit } }));
    expect(await errorsOf(creation)).toBe('unavailable');
    expect(answered).toEqual([]);
    await refs.changes.settle(open, 'refused');
    await patient;
  });

  it('begin when they are on the disk, and not before', async () => {
    const hold = held();
    const changes = await slowProcess(() => {
      hold.begin();
      return hold.finished;
    });
    let hasBegun = false;
    const change = begin(changes, branchMove('main', undefined, commit)).finally(() => (hasBegun = true));
    await hold.begun;
    await new Promise((done) => setImmediate(done));
    expect(hasBegun).toBe(false);
    hold.finish();
    await changes.settle(await change, 'refused');
    await changes.onApplicationShutdown();
  });

  it('by calls wait for the disk where only the journal knows of the change before', async () => {
    const order: string[] = [];
    let written = (): void => undefined;
    let disk = Promise.resolve();
    class NoStore extends RefEventStore {
      override keep = (): Promise<void> => Promise.reject(new Error('the database is away'));
    }
    const changes = await slowProcess(() => disk, new NoStore(refs.service.source));
    const make = (name: string, old?: string, next?: string): Promise<number> =>
      changes.during(refs.place, [branchMove(name, old, next)], Infinity, async () => {
        await move(name, next);
        return order.push(name);
      });
    await make('main', undefined, commit);
    disk = new Promise((done) => (written = done));
    const again = make('main', commit, later);
    const other = make('other', undefined, commit);
    while (order.length < 2) await new Promise((done) => setTimeout(done, 5));
    order.push('written');
    written();
    await Promise.all([again, other]);
    expect(order).toEqual(['main', 'other', 'written', 'main']);
    await changes.onApplicationShutdown();
  });

  it('make no event of a ref that was what it was to become before', async () => {
    await move('main', commit);
    await move('notes/a', commit);
    const stale = [branchMove('main', undefined, commit), noteMove('a', later, commit)];
    const open = await begin(refs.changes, ...stale, noteMove('b', undefined, commit));
    await move('notes/b', commit);
    await refs.changes.settle(open, 'unknown');
    // Its journal may be gone by now: the processes of other tests took it for that of one that was killed.
    await recorded(1);
    const killed = await process();
    await begin(killed, ...stale, noteMove('c', undefined, commit));
    await move('notes/c', commit);
    await process();
    expect(updatesOf(await recorded(2))).toEqual([
      ['push', ['refs/notes/b', undefined, commit]],
      ['push', ['refs/notes/c', undefined, commit]],
    ]);
  });

  it('have the catalogue hear where HEAD is, after a process that could not tell it', async () => {
    const { placement, types, store } = refs.service;
    const { uuid } = refs.ctx.repository;
    await begin(await process(), branchMove('topic', undefined, commit));
    await move('topic', commit);
    await types.of('git').vcs?.open(placement.directory(refs.ctx.repository)).setHead('topic');
    expect((await store.findByUuid(uuid))?.defaultIdentifier).toBe('main');
    await process();
    expect((await store.findByUuid(uuid))?.defaultIdentifier).toBe('topic');
  });

  it('are told from what the ref was, whatever somebody took it for', async () => {
    await move('notes/a', commit);
    const open = await begin(refs.changes, noteMove('a', later), noteMove('b', commit));
    await move('notes/a');
    await refs.changes.settle(open, 'unknown');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/notes/a', commit, undefined]]]);
  });
});
