/** @apart Has repositories packed while they are used, and fetches without an end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { EndlessRemote } from '../../clients/endless-remote.js';
import { git, mustGit, remoteRefs } from '../../clients/git.js';
import { Pusher } from '../../clients/git-writers.js';
import { dataOf, until } from '../../clients/installation.js';
import { beyondBounds, MemoryWatch } from '../../clients/memory-watch.js';
import { operate } from '../../clients/operator.js';
import { mustBeSound } from '../../clients/sound-git.js';
import { endedImport } from '../../imported.js';
import { eventually, scratch } from '../../scratch.js';
import {
  newCompany,
  newFork,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

describe('Beside what goes on in a repository of git', () => {
  let admin: Person;
  let project: ProjectAt;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
  });

  const storedOf = ({ uuid }: RepositoryAt): string => dataOf('repository', `${uuid}.git`)[0];

  /**
   * Three push, one commit after the other, with pauses (ms), while this is done; no push may be refused. They push no
   * more while `rest` says so.
   */
  const whilePushed = async (
    repository: RepositoryAt,
    pause: number,
    work: (pushers: readonly Pusher[], rest: (isResting: boolean) => void) => Promise<void>,
  ): Promise<readonly Pusher[]> => {
    const url = admin.in(repository.url);
    const pushers = await Pusher.three(url);
    let going = true;
    let resting = false;
    let refused = 0;
    const pushing = Promise.all(
      pushers.map(async (pusher) => {
        for (; going; await sleep(Math.random() * pause))
          if (!resting && !(await pusher.once())) refused += 1;
      }),
    );
    try {
      await until(() => pushers.every(({ acknowledged }) => acknowledged.length > 2));
      await work(pushers, (isResting) => (resting = isResting));
    } finally {
      going = false;
      await pushing;
    }
    expect(refused).toBe(0);
    return pushers;
  };

  it('pushes go on while it is maintained, and nothing is lost', async () => {
    const repository = await newRepository(admin, project);
    const name = `${admin.company}/${project.id}/${repository.id}`;
    const pushers = await whilePushed(repository, 3_000, async (all, rest) => {
      const counts = (): number[] => all.map(({ acknowledged }) => acknowledged.length);
      for (let left = 3; left > 0; left -= 1) {
        const before = counts();
        let isOver = false;
        const maintained = operate('repository', 'maintain', name, '--wait').finally(() => (isOver = true));
        // Packs are not joined as long as there is no moment without a push: on a slow machine there is none by itself.
        const pushed = until(() => isOver || counts().every((count, at) => count > before[at]));
        const [said] = await Promise.all([maintained, pushed.then(() => rest(true))]);
        expect(said).toContain('done');
        rest(false);
        const after = counts();
        await until(() => counts().every((count, at) => count > after[at]));
      }
    });
    const copy = join(await scratch(), 'copy');
    await mustGit('/', 'clone', '-q', '--mirror', admin.in(repository.url), copy);
    const refs = await remoteRefs(copy, admin.in(repository.url));
    for (const { branch, acknowledged } of pushers)
      expect(refs[`refs/heads/${branch}`]).toBe(acknowledged.at(-1));
    expect((await git(copy, 'fsck', '--strict')).status).toBe(0);
    await mustBeSound(storedOf(repository));
  });

  it('pushes go on while it is forked, and each fork is what it was at one moment', async () => {
    const repository = await newRepository(admin, project);
    const forks: { fork: RepositoryAt; before: Map<string, number> }[] = [];
    const pushers = await whilePushed(repository, 0, async (all) => {
      for (let left = 6; left > 0; left -= 1) {
        const before = new Map(all.map(({ branch, acknowledged }) => [branch, acknowledged.length]));
        forks.push({ fork: await newFork(admin, project, repository), before });
      }
    });
    const directory = await scratch();
    for (const { fork, before } of forks) {
      const refs = await remoteRefs(directory, admin.in(fork.url));
      for (const { branch, attempted, acknowledged } of pushers) {
        const tip = attempted.indexOf(refs[`refs/heads/${branch}`]);
        const last = attempted.indexOf(acknowledged[(before.get(branch) ?? 0) - 1]);
        expect(tip).toBeGreaterThanOrEqual(last);
      }
      await mustGit(directory, 'clone', '-q', '--mirror', admin.in(fork.url), join(directory, fork.uuid));
      await mustBeSound(storedOf(fork));
    }
    await mustBeSound(storedOf(repository));
  });

  it('a pack without an end fills no more than there is room for, or until somebody stops it', async () => {
    const small = await newProject(admin);
    await must(admin.api.put(small.path, { storage_limit: 20_000_000 }));
    const remote = await EndlessRemote.start();
    const watch = new MemoryWatch();
    try {
      const begun = async (at: ProjectAt): Promise<RepositoryAt> => {
        const target = await newRepository(admin, at);
        await must(admin.api.post(`${target.path}/actions/import`, { url: remote.url }), 202);
        return target;
      };
      const isGone = (target: RepositoryAt) =>
        eventually(() => Promise.resolve(existsSync(join(storedOf(target), 'incoming')) ? undefined : true));
      const limited = await begun(small);
      expect(await endedImport(admin, limited, 120_000)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('storage limit of the project') as string,
      });
      expect(remote.sent).toBeLessThan(200_000_000);
      await isGone(limited);

      const before = remote.sent;
      const stopped = await begun(project);
      await until(() => remote.sent > before + 50_000_000);
      await must(admin.api.delete(`${stopped.path}/actions/import`));
      expect(await endedImport(admin, stopped)).toMatchObject({ state: 'failed', error: 'it was stopped' });
      await isGone(stopped);
      const { sent } = remote;
      await sleep(2_000);
      expect(remote.sent).toBe(sent);
      expect(beyondBounds(watch)).toEqual([]);
    } finally {
      watch.end();
      remote.stop();
    }
  });
});
