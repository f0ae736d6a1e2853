import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { ask } from '../../clients/door.js';
import { generateRepository, mustGit, remoteRefs, WorkingCopy } from '../../clients/git.js';
import { scratch } from '../../scratch.js';
import {
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';
import type { Kept } from './kept.js';

export const gitRepositories = (): Kept => {
  let developer: Person;
  let repository: RepositoryAt;
  let origin: string;
  let refs: Record<string, string>;
  let branches: object;
  const listed = async ({ api }: Person): Promise<object> =>
    (await must(api.get(`${repository.path}/branches`))).results.map(
      ({ id, uuid, commit, protected: held }) => ({ id, uuid, commit, held }),
    );
  return {
    what: 'keeps git repositories, their protected branches, and takes pushes',
    made: async ({ admin }) => {
      const project = await newProject(admin);
      developer = await newMember(admin, project, 'developer');
      repository = await newRepository(admin, project);
      origin = join(await scratch(), 'origin');
      await generateRepository(origin, { branches: ['topic', 'a/b'], tags: ['v1.0', 'v1.1'] });
      await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
      await must(admin.api.put(`${repository.path}/branches/main`, { protected: true }));
      refs = await remoteRefs(origin, admin.in(repository.url));
      branches = await listed(admin);
    },
    holds: async ({ admin }) => {
      expect(await listed(admin)).toEqual(branches);
      const copy = await WorkingCopy.clone(developer.in(repository.url), join(await scratch(), 'copy'));
      expect(await remoteRefs(copy.directory, developer.in(repository.url))).toEqual(refs);
      await copy.must('fsck', '--strict');
      expect(await copy.must('rev-parse', 'HEAD')).toBe(refs['refs/heads/main']);
      await copy.commit('news.txt', 'after the upgrade');
      const refused = await copy.push(developer.in(repository.url), 'HEAD:main');
      expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('protected')]);
      expect((await copy.push(developer.in(repository.url), 'HEAD:news')).status).toBe(0);
      expect((await copy.push(admin.in(repository.url), 'HEAD:main')).status).toBe(0);
    },
  };
};

const released = 'org/example/kept/1.0/kept-1.0.bin';
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const artifacts = (type: 'maven' | 'ivy'): Kept => {
  let developer: Person;
  let repository: RepositoryAt;
  const content = new Uint8Array(randomBytes(300_000));
  const at = (path: string): string => `${repository.url}/${path}`;
  const put = async (path: string, body: Uint8Array<ArrayBuffer>): Promise<number> => {
    const answer = await ask('PUT', at(path), developer, { body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const index = type === 'maven' ? 'org/example/kept/maven-metadata.xml' : 'org/example/kept/1.0/';
  const read = async (path: string): Promise<string> => (await ask('GET', at(path), developer)).text();
  let described: string;
  let project: ProjectAt;
  /** The ledger hears of what earlier code stored soon after the start. */
  const counted = async ({ api }: Person): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      if ((await must(api.get(project.path), 200)).storage_used === content.length) return;
      await sleep(1_000);
    }
    throw new Error('what the project stores is not counted');
  };
  return {
    what: `keeps ${type} artifacts byte for byte, counts them, and takes new ones`,
    made: async ({ admin }) => {
      project = await newProject(admin);
      developer = await newMember(admin, project, 'developer');
      repository = await newRepository(admin, project, type);
      expect(await put(released, content)).toBe(201);
      described = await read(index);
    },
    holds: async ({ admin }) => {
      await counted(admin);
      const answer = await ask('GET', at(released), developer);
      expect(answer.headers.get('x-checksum-sha256')).toBe(sha256(content));
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(content));
      expect(await read(index)).toBe(described);
      const { results } = await must(developer.api.get(`${repository.path}/artifacts?search_term=KEPT-1`));
      expect(results).toMatchObject([{ id: released, size: content.length }]);
      expect(await put(released, new Uint8Array([1]))).toBe(409);
      expect(await put(released.replaceAll('1.0', '1.1'), content)).toBe(201);
      expect(await read('org/example/kept/')).toMatch(/1\.0[^]*1\.1/);
    },
  };
};

/** Earlier code recorded no events; what changes from now on leaves some, which find their way to the broker. */
export const events = (): Kept => {
  let project: ProjectAt;
  return {
    what: 'keeps up with the events of what changes from then on',
    made: async ({ admin }) => {
      project = await newProject(admin);
    },
    holds: async ({ installation, tree, admin }) => {
      await must(admin.api.put(project.path, { description: 'Changed after the upgrade' }), 200);
      await newRepository(admin, project);
      for (let turn = 0; ; turn += 1) {
        const told = await installation.command(tree, 'holdfast', 'events', 'status', '--json');
        const services = JSON.parse(told) as { service: string; waiting: number; stream?: object }[];
        // A service that records no events has no stream.
        const streams = services.filter(({ stream }) => stream).map(({ service }) => service);
        const isDone = services.every(({ waiting }) => waiting === 0);
        if (isDone && ['identity', 'repository'].every((each) => streams.includes(each))) return;
        if (turn === 30) throw new Error(`events wait: ${told}`);
        await sleep(500);
      }
    },
  };
};
