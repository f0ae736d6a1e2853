import type { JsonObject } from '@holdfast/kernel';
import { answer, call, errorsOf } from '../service-world.fixture.js';
import { RemoteStore } from '../remote/remote.store.js';
import { SealedSecrets } from '../remote/sealed-secrets.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL and git themselves.
describe('a repository that is made with a mirror', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';
  let number = 0;

  const create = (body: JsonObject) => {
    const id = `made${(number += 1)}`;
    return world.service.repositories.create(world.ctx, call({ body: { id, type: 'git', ...body } }));
  };
  const show = (id: string) =>
    answer(world.service.repositories.show(world.ctx, call({ params: { repository_id: id } })));
  const hasRow = async (uuid: string) =>
    (await world.service.part(RemoteStore).find(uuid, 'mirror')) !== undefined;

  it.each(['pull', 'push'] as const)('is one from the beginning: to %s', async (direction) => {
    const mirror = { direction, url, username: 'ada', password: 's3cret', interval: 900 };
    const made = await answer(create({ mirror }));
    const shown = { ...mirror, password: '', enabled: true, last_at: null, error: null };
    expect(made.mirror).toEqual(shown);
    expect(await show(made.id)).toEqual(made);
    const { records } = await world.service.outbox.pending({ collected: [] });
    expect(records.find(({ target }) => target.uuid === made.uuid)?.detail).toMatchObject({
      mirror: direction,
    });
    const row = await world.service.part(RemoteStore).find(made.uuid, 'mirror');
    expect(row?.secret && world.service.part(SealedSecrets).open(row.secret, made.uuid)).toBe('s3cret');
  });

  it('is looked at soon, and takes nothing else', async () => {
    const made = await answer(create({ mirror: { direction: 'pull', url } }));
    const { repository } = world.ctx;
    world.ctx = { ...world.ctx, repository: { ...repository, id: made.id, uuid: made.uuid } };
    const first = await world.service.commit(world.ctx, 100);
    world.there = { main: await world.service.commit(world.ctx, 200, first) };
    await world.service.part(MirrorSchedule).look();
    await world.idle();
    expect(await world.here()).toEqual(world.there);
    const { mirror } = await show(made.id);
    expect([mirror?.error, mirror?.last_at === null]).toEqual([null, false]);
    expect(await world.service.part(RemoteStore).find(made.uuid, 'mirror')).toMatchObject({ failures: 0 });
  });

  it('is none where none is asked for', async () => {
    for (const body of [{}, { mirror: null }]) {
      const made = await answer(create(body));
      expect([made.mirror, await hasRow(made.uuid)]).toEqual([null, false]);
    }
  });

  it.each<[string, JsonObject, object]>([
    ['without an address', { mirror: { direction: 'pull' } }, { mirror: { empty: true } }],
    ['without a direction', { mirror: { url } }, { mirror: { empty: true } }],
    [
      'at an address that is none',
      { mirror: { direction: 'pull', url: 'file:///x' } },
      { mirror: { invalid: true } },
    ],
    [
      'of a type that has none',
      { type: 'maven', mirror: { direction: 'pull', url } },
      { mirror: { invalid: true } },
    ],
    ['that is no mirror', { mirror: 'x', id: '' }, { mirror: { invalid: true }, id: { empty: true } }],
  ])('is not made %s', async (_, body, errors) => {
    expect(await errorsOf(create(body))).toEqual(errors);
  });

  it('is not made where the id is taken, and nothing is left of its mirror', async () => {
    const count = async () =>
      (await world.service.source.query<[{ count: string }]>('select count(*) from repository.remote'))[0]
        .count;
    const before = await count();
    const id = world.ctx.repository.id;
    expect(await errorsOf(create({ id, mirror: { direction: 'pull', url } }))).toEqual({
      id: { reserved: true },
    });
    expect(await count()).toBe(before);
  });
});
