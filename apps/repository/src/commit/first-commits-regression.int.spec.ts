import { jest } from '@jest/globals';
import type { ErrorDetail } from '@holdfast/kernel';
import { call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { RefTurns } from '../branch/ref-turns.js';
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
    // No turn begins before all have seen that there is no branch.
    const turns = world.part(RefTurns);
    const run = turns.run.bind(turns);
    let waiting = 0;
    let begin!: () => void;
    const allWait = new Promise<void>((resolve) => (begin = resolve));
    const turn = jest.spyOn(turns, 'run').mockImplementation(async (repository, asked, work) => {
      waiting += 1;
      if (waiting === 3) begin();
      await allWait;
      return run(repository, asked, work);
    });
    const answers = (await Promise.all([create(), create(), create()])) as {
      value?: object;
      error?: ErrorDetail;
    }[];
    turn.mockRestore();
    expect(answers.flatMap(({ value }) => value ?? [])).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.errors ?? [])).toEqual([moved, moved]);
    expect(await errorsOf(create())).toEqual({ parent: { empty: true } });
  });
});
