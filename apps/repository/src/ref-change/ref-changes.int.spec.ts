import type { RecordedEvent, RefChange } from '@holdfast/contracts';
import { DomainError, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { writeSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalRepositories } from '../placement/local-repositories.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { IntentJournal } from './intent-journal.js';
import type { ChangePlace } from './intent.js';
import { NodeJournal } from './node-journal.js';
import { RefChanges } from './ref-changes.js';
import { RefEventStore } from './ref-event.store.js';
import { RefEvents } from './ref-events.js';

interface Changed {
  cause: string;
  updates: RefChange[];
}

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('changes of refs', () => {
  let world: ServiceWorld;
  let ctx: CallContext & { repository: RepositoryScope };
  let place: ChangePlace;
  let commit: string;
  let later: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  let number = 0;
  beforeEach(async () => {
    ctx = await world.repository(world.project(), { id: `code-${(number += 1)}`, type: 'git' });
    const { uuid, id, type } = ctx.repository;
    commit = await world.commit(ctx, 100);
    later = await world.commit(ctx, 200, commit);
    const company = ctx.principal?.company.uuid ?? '';
    place = { company, project: ctx.project?.uuid ?? '', repository: { uuid, id, type }, cause: 'push' };
  });

  /** Of this repository, once so many are there. The same event may be there twice: whoever hears it knows its id. */
  const recorded = async (count: number): Promise<Changed[]> => {
    for (;;) {
      const rows: { event: string }[] = await world.source.query(
        "select event from event_outbox where aggregate = $1 and subject like '%.ref.%' order by position",
        [ctx.repository.uuid],
      );
      const events = rows.map(({ event }) => JSON.parse(event) as RecordedEvent<Changed>);
      const once = [...new Map(events.map((event) => [event.id, event])).values()];
      if (once.length >= count) return once.map(({ payload }) => payload);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const updatesOf = (events: Changed[]) =>
    events.map(({ cause, updates }) => [cause, ...updates.map((each) => [each.ref, each.old, each.new])]);
  const branch = (name: string, old?: string, next?: string): RefChange => ({
    ...{ ref: `refs/heads/${name}`, sort: 'branch', name },
    ...(old === undefined ? {} : { old }),
    ...(next === undefined ? {} : { new: next }),
  });
  const note = (name: string, old?: string, next?: string): RefChange => ({
    ...branch(name, old, next),
    ...{ ref: `refs/notes/${name}`, sort: 'other', name: `refs/notes/${name}` },
  });
  const fileOf = (name: string): string =>
    join(world.placement.directory(ctx.repository), 'refs', name.includes('/') ? name : `heads/${name}`);
  /** Moves a ref as git does; without a commit it goes. */
  const move = async (name: string, to?: string): Promise<void> => {
    const file = fileOf(name);
    if (to === undefined) return rm(file);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, `${to}\n`);
  };
  /** A process of its own on this node's journal; the last one before it was killed. */
  const process = async (
    journal: IntentJournal = new NodeJournal(world.placement),
    store = new RefEventStore(world.source),
  ): Promise<RefChanges> => {
    const local = new LocalRepositories(world.placement, world.types);
    const events = new RefEvents(store, journal);
    const changes = new RefChanges(world.placement, local, journal, events);
    await changes.onApplicationBootstrap();
    return changes;
  };
  const begin = (changes: RefChanges, ...updates: RefChange[]) =>
    changes.begin(place, updates, Date.now() + 60_000);

  it('are recorded of branches that are made and deleted by calls, and not of what is refused', async () => {
    await answer(world.branches.create(ctx, call({ body: { id: 'one', commit } })));
    await answer(world.branches.create(ctx, call({ body: { id: 'two', commit } })));
    const again = world.branches.create(ctx, call({ body: { id: 'two', commit } }));
    expect(await errorsOf(again)).toEqual({ id: { reserved: true } });
    await answer(world.branches.delete(ctx, call({ params: { id: 'two' } })));
    expect(updatesOf(await recorded(3))).toEqual([
      ['api', ['refs/heads/one', undefined, commit]],
      ['api', ['refs/heads/two', undefined, commit]],
      ['api', ['refs/heads/two', commit, undefined]],
    ]);
  });

  it('are what the refs say afterwards', async () => {
    const open = await begin(
      world.changes,
      branch('done', undefined, commit),
      branch('refused', undefined, commit),
      branch('same', commit, commit),
    );
    await move('done', commit);
    await world.changes.settle(open, 'unknown');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/done', undefined, commit]]]);
  });

  it('are told in parts where they are many', async () => {
    const names = Array.from({ length: 501 }, (_, at) => `b${at}`);
    const open = await begin(world.changes, ...names.map((name) => branch(name, undefined, commit)));
    for (const name of names) await move(name, commit);
    await world.changes.settle(open, 'unknown');
    const events = await recorded(2);
    expect(events.map(({ updates }) => updates.length)).toEqual([500, 1]);
  });

  it('that a killed process has left are settled by the next, each once', async () => {
    const killed = await process();
    await begin(killed, branch('done', undefined, commit));
    await begin(killed, branch('undone', undefined, commit));
    await move('done', commit);
    await process();
    await process();
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/done', undefined, commit]]]);
  });

  it('there and back are two, although the ref is what it was', async () => {
    const killed = await process();
    await move('main', commit);
    const there = await begin(killed, branch('main', commit, later));
    await move('main', later);
    await killed.settle(there, 'unknown');
    await begin(killed, branch('main', later, commit));
    await move('main', commit);
    await process();
    expect(updatesOf(await recorded(2))).toEqual([
      ['push', ['refs/heads/main', commit, later]],
      ['push', ['refs/heads/main', later, commit]],
    ]);
  });

  it('of one ref wait for each other', async () => {
    const first = await begin(world.changes, branch('main', undefined, commit));
    const order: string[] = [];
    const second = begin(world.changes, branch('main', commit, later)).then(async (open) => {
      order.push('second');
      await world.changes.settle(open, 'refused');
    });
    const other = await begin(world.changes, branch('other', undefined, commit));
    await world.changes.settle(other, 'refused');
    order.push('first');
    await world.changes.settle(first, 'refused');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('are not waited for longer than somebody waits for the answer', async () => {
    const open = await begin(world.changes, branch('main', undefined, commit));
    const answered: string[] = [];
    const patient = begin(world.changes, branch('main', commit, later))
      .then((after) => world.changes.settle(after, 'refused'))
      .finally(() => answered.push('patient'));
    patient.catch(() => undefined);
    const soon = { ...ctx, deadline: Date.now() + 50 };
    const creation = world.branches.create(soon, call({ body: { id: 'main', commit } }));
    expect(await errorsOf(creation)).toBe('unavailable');
    expect(answered).toEqual([]);
    await world.changes.settle(open, 'refused');
    await patient;
  });

  it('by calls wait for the disk where only the journal knows of the change before', async () => {
    const order: string[] = [];
    let written = (): void => undefined;
    let disk = Promise.resolve();
    class SlowJournal extends IntentJournal {
      override intend(...intents: Parameters<IntentJournal['intend']>): Promise<void> {
        return super.intend(...intents).then(() => disk);
      }
    }
    class NoStore extends RefEventStore {
      override keep = (): Promise<void> => Promise.reject(new Error('the database is away'));
    }
    const changes = await process(new SlowJournal(world.placement.intents), new NoStore(world.source));
    const make = (name: string, old?: string, next?: string): Promise<number> =>
      changes.during(place, [branch(name, old, next)], Infinity, async () => {
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
    const stale = [branch('main', undefined, commit), note('a', later, commit)];
    const open = await begin(world.changes, ...stale, note('b', undefined, commit));
    await move('notes/b', commit);
    await world.changes.settle(open, 'unknown');
    const killed = await process();
    await begin(killed, ...stale, note('c', undefined, commit));
    await move('notes/c', commit);
    await process();
    expect(updatesOf(await recorded(2))).toEqual([
      ['push', ['refs/notes/b', undefined, commit]],
      ['push', ['refs/notes/c', undefined, commit]],
    ]);
  });

  it('are told from what the ref was, whatever somebody took it for', async () => {
    await move('notes/a', commit);
    const open = await begin(world.changes, note('a', later), note('b', commit));
    await move('notes/a');
    await world.changes.settle(open, 'unknown');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/notes/a', commit, undefined]]]);
  });

  it('are recorded although their outcome cannot be written down', async () => {
    let full = false;
    const journal = new IntentJournal(world.placement.intents, (file, bytes, from) => {
      if (full) throw new Error('the disk is full');
      return writeSync(file, bytes, from);
    });
    const changes = await process(journal);
    const open = await begin(changes, branch('main', undefined, commit));
    full = true;
    await move('main', commit);
    await changes.settle(open, 'unknown');
    await expect(begin(changes, branch('main', commit, later))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', undefined, commit]]]);
    full = false;
    const again = await begin(changes, branch('main', commit, later));
    await move('main', later);
    await changes.settle(again, 'unknown');
    expect(await recorded(2)).toHaveLength(2);
  });

  it('are looked at again where the refs cannot be read, and nobody else has the refs before', async () => {
    const open = await begin(world.changes, branch('main', undefined, commit));
    await symlink('main', fileOf('main'));
    await world.changes.settle(open, 'unknown');
    const tooEarly = world.changes.begin(place, [branch('main', commit, later)], Date.now());
    await expect(tooEarly).rejects.toMatchObject({ code: 'unavailable' });
    await move('main');
    await move('main', commit);
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/main', undefined, commit]]]);
    await world.changes.settle(await begin(world.changes, branch('main', commit, later)), 'refused');
  });

  it('that a killed process has left are looked at again, too', async () => {
    const killed = await process();
    await begin(killed, branch('main', undefined, commit), branch('other', undefined, commit));
    await move('other', commit);
    await symlink('main', fileOf('main'));
    const next = await process();
    const tooEarly = next.begin(place, [branch('other', commit, later)], Date.now());
    await expect(tooEarly).rejects.toMatchObject({ code: 'unavailable' });
    await move('main');
    expect(updatesOf(await recorded(1))).toEqual([['push', ['refs/heads/other', undefined, commit]]]);
  });

  it('do not begin where they cannot be written down', async () => {
    const shut = await process();
    await shut.onApplicationShutdown();
    const work = (): Promise<void> => Promise.reject(new Error('it began'));
    const refused = shut.during(place, [branch('main', undefined, commit)], Infinity, work);
    await expect(refused).rejects.toBeInstanceOf(DomainError);
  });
});
