import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { readingOf } from '../placement/reading-of.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TransferService } from '../transfer/transfer.service.js';
import { CommitCreationService } from './commit-creation.service.js';
import { Contents } from './contents.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('commits with large bodies', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('are made with texts that lie at the node', async () => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const staged = randomUUID();
    const sent = (content: string, name: string = staged) =>
      world.part(CommitCreationService).create(
        ctx,
        call({
          staged: name,
          body: { branch: 'main', message: 'm', modified: [{ path: 'a', content, encoding: 'base64' }] },
        }),
      );
    await mkdir(world.placement.bodies);
    await writeFile(world.placement.body(ctx.repository, staged), 'no, YWJj');
    const { id } = await answer(sent('4:4'));
    const { data } = world.part(Contents).of(ctx) ?? {};
    expect(await data?.tree?.entry(id, 'a', readingOf(ctx))).toMatchObject({ size: 3 });
    expect(await errorsOf(sent('0:4'))).toMatchObject({ parent: { empty: true } });
    expect(await errorsOf(sent('YWJj'))).toBe('fault');
    expect(await errorsOf(sent('4:4', '../a'))).toBe('fault');
  });

  it('are not begun where they cannot be made', async () => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const stage = (at: At) => world.part(TransferService).stage(at, { bytes: 1, list: 'a', text: 'b' });
    const codeOf = (at: At) => answer(stage(at) as never).then(String, ({ code }: { code: string }) => code);
    const jars = await world.repository(world.project(), { id: 'jars', type: 'maven' });
    expect(await errorsOf(stage(jars))).toEqual({ repository: { invalid: true } });
    const deleted = { ...ctx, repository: { ...ctx.repository, deleted: true } };
    expect(await errorsOf(stage(deleted))).toEqual({ id: { locked: true } });
    expect(await codeOf({ ...ctx, ...world.as(ctx, ['guest']) })).toBe('forbidden');
    expect(await codeOf({ ...ctx, ...world.as(ctx, []) })).toBe('not_found');
  });
});
