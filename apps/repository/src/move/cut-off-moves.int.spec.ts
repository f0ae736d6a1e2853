import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { wholeList } from '@holdfast/kernel';
import { doesMore, type TestDatabase } from '@holdfast/platform/testing';
import type { Copying } from '../byte-process/copying.js';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import { Jobs } from '../job/jobs.js';
import { Creations } from '../placement/creations.js';
import { freshRepositoryDatabase } from '../fresh-repository-database.fixture.js';
import { call, answer, type ServiceWorld } from '../service-world.fixture.js';
import { moveJob } from './move-jobs.js';
import { MovingNode, type NodesByName } from './moving-node.fixture.js';
import { OldCopies } from './old-copies.js';

/** What a move does, one after the other. `copy`: it goes on while the first round is carried. */
const steps = ['begin', 'copy', 'place', 'confirm', 'mark', 'switch'] as const;
type Step = (typeof steps)[number];

/** Whose process ends: that of the node that gives, or takes, or the byte process of one of them. */
type Victim = 'source' | 'target' | 'byte process of the source' | 'byte process of the target';

const never = new Promise<never>(() => undefined);

// PostgreSQL, git and byte processes themselves; the server's address comes from tools/test.
describe('a move that is cut off', () => {
  let database: TestDatabase;
  let source: MovingNode;
  let target: MovingNode;
  let repository: { uuid: string; id: string };
  let ctx: Awaited<ReturnType<ServiceWorld['repository']>>;
  let tip: string;
  const branches: string[] = [];

  beforeAll(async () => {
    database = await freshRepositoryDatabase();
    const network: NodesByName = new Map();
    source = await MovingNode.start('node-1', database, network);
    target = await MovingNode.start('node-2', database, network);
    const { world } = source;
    ctx = await world.repository(world.project(), { id: 'moving', type: 'git' });
    repository = ctx.repository;
    tip = await world.commit(ctx, 1_000_000_000);
    await world.refs(ctx, { main: tip });
    branches.push('main');
  });
  afterAll(async () => {
    await source.end();
    await target.end();
    await database.drop();
  });
  afterEach(() => jest.restoreAllMocks());

  const now = () => ({ ...ctx, deadline: Date.now() + 600_000 });

  /** Calls `then` when the move has done a step, the first time, before it goes on. */
  const after = (step: Step, then: () => Promise<void>): void => {
    let isOver = false;
    const cut = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      await then();
    };
    const { world, bytes } = source;
    const wrap = <Name extends string, T extends Record<Name, (...input: never[]) => Promise<unknown>>>(
      object: T,
      name: Name,
    ): void => {
      const done = object[name].bind(object) as (...input: unknown[]) => Promise<unknown>;
      Object.assign(object, {
        [name]: async (...input: unknown[]) => {
          const result = await done(...input);
          await cut();
          return result;
        },
      });
    };
    if (step === 'begin') wrap(world.part(RepositoryMoveStore), 'begin');
    if (step === 'switch') wrap(world.part(RepositoryMoveStore), 'switch');
    if (step === 'mark') wrap(world.part(OldCopies), 'mark');
    const depart = bytes.depart.bind(bytes);
    jest.spyOn(bytes, 'depart').mockImplementation(async (asked) => {
      const copying = await depart(asked);
      const round = async (): ReturnType<Copying['round']> => {
        const carried = copying.round();
        carried.catch(() => undefined);
        await cut();
        return carried;
      };
      if (step === 'place') wrap(copying, 'place');
      return step === 'copy' ? { ...copying, round } : copying;
    });
    const { answering } = world;
    if (step === 'confirm')
      world.answering = async (subject, ...asked) => {
        const answered = await answering(subject, ...asked);
        if (subject.includes('.ready.')) await cut();
        return answered;
      };
  };

  const kill = async (victim: Victim): Promise<void> => {
    if (victim === 'source') await source.kill();
    if (victim === 'target') await target.kill();
    if (victim === 'byte process of the source') await source.killBytes();
    if (victim === 'byte process of the target') await target.killBytes();
  };

  const ask = (world: ServiceWorld) =>
    world.part(Jobs).ask(moveJob, { repository: repository.uuid, payload: { target: target.name } });
  const holder = async (): Promise<string | undefined> => {
    const { world } = target;
    return (await world.store.findByUuid(repository.uuid))?.node;
  };

  /** What lies at the source and at the target, once what was cut off has been looked after. */
  const tidied = async (): Promise<string[][]> => {
    for (const { world } of [source, target]) {
      await world.part(Creations).sweep(Date.now() + 1_000);
      await world.part(OldCopies).look(Date.now() + 1_000);
    }
    return Promise.all([source, target].map((node) => node.holds(repository.uuid)));
  };

  const everyCase: [Victim, Step][] = [
    ...steps.map((step): [Victim, Step] => ['source', step]),
    ...steps.slice(1).map((step): [Victim, Step] => ['target', step]),
    ['byte process of the source', 'copy'],
    ['byte process of the target', 'copy'],
    ['byte process of the target', 'confirm'],
  ];
  /** On every day: while it is carried, when it lies at the target, and when it is served there. */
  const few: [Victim, Step][] = [
    ['target', 'place'],
    ['source', 'switch'],
    ['byte process of the target', 'copy'],
  ];
  const cases = (doesMore('HOLDFAST_TEST_MOVES') ? everyCase : few).map(([victim, step]) => ({
    victim,
    step,
  }));

  it.each(cases)(
    'since the $victim was killed after "$step" ends at one node, with all that was written, and by itself',
    async ({ victim, step }) => {
      // What is acknowledged before the move.
      const id = `b${branches.length}`;
      await answer(source.world.branches.create(now(), call({ body: { id, commit: tip } })));
      branches.push(id);

      const isCut = new Promise<void>((done, failed) => {
        after(step, async () => {
          await kill(victim).then(done, failed);
          if (victim === 'source') await never;
        });
      });
      const asked = await ask(source.world);
      await isCut;
      if (victim === 'source') await source.begin();
      if (victim === 'target') await target.begin();

      // It goes on without anybody who asks for it.
      const job = () => source.world.part(Jobs).latest(moveJob, repository.uuid);
      while (['queued', 'running'].includes((await job())?.state ?? '')) await sleep(20);
      expect(await job()).toMatchObject({ uuid: asked?.uuid, state: 'done', error: null });
      expect(await holder()).toBe(target.name);
      let lying = await tidied();
      for (let left = 100; left > 0 && lying.flat().length > 1; left -= 1) {
        await sleep(50);
        lying = await tidied();
      }
      expect(lying).toEqual([[], [expect.stringMatching(/^..\/..\/[^/]+\.git$/)]]);
      const rows: unknown[] = await target.world.source.query('select from repository.repository_move');
      expect(rows).toEqual([]);
      const { results } = await answer(target.world.branches.list(now(), call({ list: wholeList })));
      expect(results.map((each) => each.id).sort()).toEqual([...branches].sort());
      [source, target] = [target, source];
    },
    60_000,
  );
});
