import type { ErrorDetail } from '@holdfast/kernel';
import { call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { CommitCreationService } from './commit-creation.service.js';
import { moved } from './new-commit.rules.js';

// Who lost was told that he had to name a parent, of which there had been none.
describe('first commits of one branch at a time', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('are one, and to the others the branch has moved', async () => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    world.answering = (subject) =>
      subject === 'identity.account.standing.v1' ? { caller: ctx.principal, project: ctx.project } : {};
    const create = () => {
      const body = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'x' }] };
      return world.part(CommitCreationService).create(ctx, call({ body }));
    };
    const answers = (await Promise.all([create(), create(), create()])) as {
      value?: object;
      error?: ErrorDetail;
    }[];
    expect(answers.flatMap(({ value }) => value ?? [])).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.errors ?? [])).toEqual([moved, moved]);
    expect(await errorsOf(create())).toEqual({ parent: { empty: true } });
  });
});
