/** @apart Ends the broker and the database. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, must } from '../../clients/api.js';
import { ask } from '../../clients/door.js';
import { WorkingCopy } from '../../clients/git.js';
import { crash, ready } from '../../clients/installation.js';
import { scratch, unique } from '../../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

interface Seen {
  status: number;
  retryAfter: string | null;
  milliseconds: number;
}

describe('While the broker or the database is away', () => {
  let admin: Person;
  let developer: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let maven: RepositoryAt;
  let artifact: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    repository = await newRepository(admin, project);
    maven = await newRepository(admin, project, 'maven');
    artifact = `${maven.url}/org/example/lib/1/lib-1.txt`;
    expect((await ask('PUT', artifact, developer, { body: 'x' })).status).toBe(201);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
  });

  /** Requests that need different parts, each with the status that it has on a good day. */
  const requests = (): [string, number, () => Promise<{ status: number; headers: Headers }>][] => [
    ['a list of projects', 200, () => developer.api.get('/projects')],
    ['a branch', 200, () => developer.api.get(`${repository.path}/branches/main`)],
    [
      'a login',
      201,
      () =>
        new Api().post('/account/sessions', {
          company: developer.company,
          login: developer.id,
          password: developer.password,
        }),
    ],
    ['a fetch', 200, () => ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, developer)],
    ['a download', 200, () => ask('GET', artifact, developer)],
    [
      'an upload',
      201,
      () => ask('PUT', `${maven.url}/org/example/${unique('lib')}/1/x.txt`, developer, { body: 'x' }),
    ],
  ];

  it.each(['nats', 'postgres'] as const)(
    'requests are answered 503 in time, and are well again without a restart of anything (%s)',
    async (part) => {
      const seen = new Map(requests().map(([name]) => [name, [] as Seen[]]));
      let going = true;
      const load = requests().map(async ([name, , request]) => {
        while (going) {
          const from = Date.now();
          const { status, headers } = await request();
          seen
            .get(name)
            ?.push({ status, retryAfter: headers.get('retry-after'), milliseconds: Date.now() - from });
          await sleep(5);
        }
      });
      await sleep(300);
      // It is back within a second; three times in a row give everybody a chance to notice.
      for (let round = 0; round < 3; round += 1) {
        crash(part);
        await sleep(400);
        await ready();
      }
      await sleep(500);
      going = false;
      await Promise.all(load);

      for (const [name, good] of requests()) {
        const answers = seen.get(name) ?? [];
        const statuses = [...new Set(answers.map(({ status }) => status))].sort();
        expect([name, statuses.filter((status) => status !== good && status !== 503)]).toEqual([name, []]);
        expect(statuses).toContain(good);
        for (const { status, retryAfter } of answers) if (status === 503) expect(retryAfter).toMatch(/^\d+$/);
        expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(15_000);
      }
      expect([...seen.values()].flat().filter(({ status }) => status === 503).length).toBeGreaterThan(0);
      for (const [name, good, request] of requests())
        expect([name, (await request()).status]).toEqual([name, good]);
    },
  );

  it('nothing that was acknowledged is lost with the database', async () => {
    const made: string[] = [];
    let going = true;
    const work = Array.from({ length: 3 }, async () => {
      while (going) {
        const id = unique('kept');
        const { status } = await admin.api.post(`${project.path}/repositories`, { id, type: 'git' });
        if (status === 201) made.push(id);
        else expect(status).toBe(503);
      }
    });
    await sleep(500);
    crash('postgres');
    await sleep(300);
    await ready();
    await sleep(300);
    going = false;
    await Promise.all(work);
    const { results } = await must(
      admin.api.get(`${project.path}/repositories?limit=1000&search_term=kept-`),
    );
    const listed = results.map(({ id }) => id);
    expect(made.filter((id) => !listed.includes(id))).toEqual([]);
    for (const id of listed) await must(admin.api.get(`${project.path}/repositories/${id}/branches`));
  });
});
