/** @apart Starts a second storage node, moves repositories there, and ends both. */
import { setTimeout as sleep } from 'node:timers/promises';
import { crash, ready } from '../clients/installation.js';
import { killed } from '../clients/kill-series.js';
import { askMove, endedMoves } from '../clients/moves.js';
import { operate } from '../clients/operator.js';
import { nodesNow, SecondNode } from '../clients/second-node.js';
import { SshClient } from '../clients/ssh.js';
import { hasEverySteadyKind, SteadyGitUser, steadyKinds, type SteadyUser } from '../clients/steady-users.js';
import { newCompany, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

/** `tools/test moves`: so many repositories are moved under load, and a move is cut off so often. */
const long = Number(process.env.HOLDFAST_TEST_MOVES ?? 0);

describe('Repositories that move', () => {
  let admin: Person;
  let project: ProjectAt;
  let machine: SshClient;
  let second: SecondNode;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    machine = await SshClient.of(admin);
    second = await SecondNode.start();
    await second.complete();
  });
  afterAll(() => second.stop());

  /** Where the repositories are that have moved; old copies may lie elsewhere for a while. */
  const places = new Map<string, string>();

  /** The node at which a repository is. */
  const placeOf = ({ repository: { uuid }, kind }: SteadyUser): string =>
    places.get(uuid) ?? (second.has(uuid, kind) ? 'node-2' : 'node-1');

  /** Asks for moves to the other node. */
  const ask = (users: readonly SteadyUser[]): Promise<string[]> =>
    Promise.all(
      users.map((user) => {
        const to = placeOf(user) === 'node-1' ? 'node-2' : 'node-1';
        places.set(user.repository.uuid, to);
        return askMove(admin, project, user.repository, to);
      }),
    );

  // Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
  (hasEverySteadyKind ? it : it.skip)(
    'of all kinds take all that is done to them meanwhile, there and back, and lose nothing',
    async () => {
      const users: SteadyUser[] = [];
      while (users.length < (long || steadyKinds.length)) {
        const { kind } = steadyKinds[users.length % steadyKinds.length];
        users.push(await kind.of(admin, project, machine));
      }
      let going = true;
      const work = Promise.all(users.map((each) => each.while(() => going, 1, long === 0 ? 1_000 : 0)));
      work.catch(() => (going = false));
      const locked: number[] = [];
      try {
        for (let way = 0; way < 2; way += 1) {
          const ended = await endedMoves(...(await ask(users)));
          expect(ended.map(({ to }) => to)).toEqual(users.map(placeOf));
          locked.push(...ended.map((each) => each.locked));
        }
      } finally {
        going = false;
        await work;
      }
      for (const user of users) await user.check();
      if (long === 0) return;
      const sorted = locked.sort((one, other) => one - other);
      console.log(
        `writes waited (ms): ${sorted.join(' ')}; rounds: ${users.map(({ rounds }) => rounds).join(' ')}`,
      );
      expect(sorted.at(-1)).toBeLessThan(1_000);
    },
    240_000 + long * 60_000,
  );

  it.each(steadyKinds)(
    'are whole and at one node, whichever is killed in the middle, and go on by themselves: $type',
    async ({ kind }) => {
      const user: SteadyUser = await kind.of(admin, project, machine);
      await user.while(() => false, 1);
      for (let round = 0; round < Math.ceil((long || 6) / steadyKinds.length); round += 1) {
        const from = placeOf(user);
        const asked = await ask([user]);
        // What is just done then, nobody says; the spec of the service cuts it off at every step.
        await sleep(Math.random() * (long === 0 ? 400 : 1_500));
        const victim = round % 2 === 0 ? from : placeOf(user);
        if (victim === 'node-1') crash(round % 4 < 2 ? 'repository' : 'byte process');
        else await second.again();
        await ready();
        await endedMoves(...asked);
        // Its engine may begin again just now.
        while ((await admin.api.get(`${user.repository.path}/branches`)).status === 503) await sleep(100);
        await user.check();
        await user.while(() => false, 1);
      }
    },
    240_000 + long * 30_000,
  );

  it.each(['gateway', 'nats', 'postgres', 'git'] as const)(
    'are whole and at one node where the %s of the installation is killed in the middle',
    async (victim) => {
      const user = await SteadyGitUser.of(admin, project, machine);
      await user.while(() => false, 3);
      for (let round = 0; round < (Math.ceil(long / 4) || 1); round += 1) {
        const asked = await ask([user]);
        await sleep(Math.random() * (long === 0 ? 400 : 1_500));
        // Not every move has a program of git at every moment.
        await killed(victim);
        await ready();
        await endedMoves(...asked);
        while ((await admin.api.get(`${user.repository.path}/branches`)).status === 503) await sleep(100);
        await user.check();
        await user.while(() => false, 1);
      }
    },
    240_000 + long * 15_000,
  );

  it('leave a node that is drained', async () => {
    await operate('node', 'drain', 'node-2');
    // Within two seconds all nodes know.
    await sleep(2_500);
    for (let left = 100; ; left -= 1) {
      const node = (await nodesNow()).find(({ name }) => name === 'node-2');
      if (node?.repositories === 0) break;
      if (left === 0) throw new Error('the node is not drained');
      await sleep(1_000);
    }
    const repository = await newRepository(admin, project);
    expect(second.has(repository.uuid)).toBe(false);
    await operate('node', 'drain', 'node-2', '--undo');
  });
});
