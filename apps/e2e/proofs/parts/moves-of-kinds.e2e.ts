/** @apart Starts a second storage node, and moves repositories there. */
import { askMove, endedMoves } from '../../clients/moves.js';
import { SecondNode } from '../../clients/second-node.js';
import { SshClient } from '../../clients/ssh.js';
import { hasEverySteadyKind, steadyKinds, type SteadyUser } from '../../clients/steady-users.js';
import { newCompany, newProject } from '../../world.js';

// `tools/test moves` moves many, and kills the nodes meanwhile.
describe('A repository of each kind', () => {
  let second: SecondNode;
  beforeAll(async () => {
    second = await SecondNode.start();
    await second.complete();
  });
  afterAll(() => second.stop());

  // Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
  (hasEverySteadyKind ? it : it.skip)(
    'moves to another storage node while it is used, with all that it has, and has left nothing',
    async () => {
      const admin = await newCompany();
      const project = await newProject(admin);
      const machine = await SshClient.of(admin);
      const users: SteadyUser[] = [];
      for (const { kind } of steadyKinds) users.push(await kind.of(admin, project, machine));
      const isThere = ({ repository, kind }: SteadyUser): boolean => second.has(repository.uuid, kind);
      const before = users.map(isThere);
      let going = true;
      const work = Promise.all(users.map((each) => each.while(() => going, 1, 200)));
      work.catch(() => (going = false));
      try {
        const asked = users.map(({ repository }, at) =>
          askMove(admin, project, repository, before[at] ? 'node-1' : 'node-2'),
        );
        const ended = await endedMoves(...(await Promise.all(asked)));
        expect(ended.map(({ to }) => to)).toEqual(before.map((was) => (was ? 'node-1' : 'node-2')));
      } finally {
        going = false;
        await work;
      }
      for (const user of users) {
        await user.check();
        expect(user.rounds).toBeGreaterThan(0);
      }
    },
    240_000,
  );
});
