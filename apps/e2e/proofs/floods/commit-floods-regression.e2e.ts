/** @alone Makes reads of git wait, and measures them. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { must } from '../../clients/api.js';
import { generateRepository, git, mustGit } from '../../clients/git.js';
import { run } from '../../clients/program.js';
import { scratch } from '../../scratch.js';
import {
  newCompany,
  newFork,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../../world.js';

/** More repositories than there were readers, which everybody shared. */
const repositories = 36;
/**
 * Each of these tags makes the server read so much, and no tag may have more: a list of them takes it half a second and
 * more. What the references of one push name, and what all do, is read in 0.4 s and in 1 s, or refused.
 */
const tags = 180;
const pushes = 3;
const message = (4 << 20) - 1024;
/**
 * What others wait is far below: what they read is small. Where all readers are taken it is longer than their patience.
 */
const patience = 5_000;

describe('A company that reads the tags and commits of many repositories at once', () => {
  let rivals: Person[];
  let flooded: RepositoryAt[];
  let victim: Person;
  let small: RepositoryAt;
  let tip: string;

  const pushed = async (directory: string, owner: Person, at: RepositoryAt): Promise<void> => {
    const { status, output } = await git(directory, 'push', '-q', '--mirror', owner.in(at.url));
    expect([status, output]).toEqual([0, '']);
  };

  beforeAll(async () => {
    const directory = join(await scratch(), 'rival');
    await generateRepository(directory, { branches: [], commits: 1 });
    const text = join(await scratch(), 'message');
    await writeFile(text, 'x'.repeat(message));
    await mustGit(directory, 'tag', '-a', '-F', text, 'v0', 'main');
    const tag = await mustGit(directory, 'rev-parse', 'v0');
    await mustGit(directory, 'repack', '-adq');

    const rival = await newCompany();
    const project = await newProject(rival);
    rivals = [rival];
    for (let at = 1; at < 4; at += 1) rivals.push(await newMember(rival, project, 'developer'));
    const first = await newRepository(rival, project);
    for (let part = 0; part < pushes; part += 1) {
      const each = tags / pushes;
      const names = Array.from(
        { length: each },
        (_, at) => `create refs/tags/v${part * each + at + 1} ${tag}\n`,
      );
      const made = await run('git', ['update-ref', '--stdin'], { cwd: directory, input: names.join('') });
      expect([made.status, made.output]).toEqual([0, '']);
      await pushed(directory, rival, first);
    }
    flooded = [first];
    for (let at = 1; at < repositories; at += 5)
      flooded.push(...(await Promise.all(Array.from({ length: 5 }, () => newFork(rival, project, first)))));

    victim = await newCompany();
    small = await newRepository(victim, await newProject(victim));
    const own = join(await scratch(), 'victim');
    await generateRepository(own, { branches: [], tags: ['v0'], commits: 2 });
    await pushed(own, victim, small);
    tip = await mustGit(own, 'rev-parse', 'main');
  }, 400_000);

  it('leaves readers to other companies', async () => {
    const { path } = small;
    const reads = [
      `${path}/tags`,
      `${path}/commits/${tip}`,
      `${path}/commits?limit=1`,
      `${path}/branches?after=2000-01-01T00:00:00Z`,
      `${path}/commits/main/files/main/0.txt`,
    ];
    for (const read of reads) await must(victim.api.get(read), 200);

    const flood = flooded.flatMap(({ path: at }, index) => [
      rivals[index % 4].api.get(`${at}/tags`),
      rivals[(index + 1) % 4].api.get(`${at}/tags?after=2000-01-01T00:00:00Z`),
    ]);
    await sleep(2_000);
    for (const read of [...reads, ...reads]) {
      const began = performance.now();
      const { status } = await victim.api.get(read);
      expect([read, status]).toEqual([read, 200]);
      expect(performance.now() - began).toBeLessThan(patience);
    }
    // Nobody reads on for those who have their answer.
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
  });
});
