/** @apart Ends services. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../clients/api.js';
import { crash, dataOf, ready } from '../../clients/installation.js';
import { operate } from '../../clients/operator.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

interface Job {
  uuid: string;
  state: string;
  result: { lines: string[]; count: number } | null;
}

describe('Repositories are looked through', () => {
  const committed = async (admin: Person, project: { id: string; path: string }): Promise<RepositoryAt> => {
    const repository = await newRepository(admin, project);
    const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    await must(admin.api.post(`${repository.path}/commits`, first), 201);
    return repository;
  };

  /** A byte in the middle of an object is another one. */
  const damage = ({ uuid }: RepositoryAt): void => {
    const [stored] = dataOf('repository', `${uuid}.git`);
    const objects = join(stored, 'objects');
    const [name] = readdirSync(objects, { recursive: true, encoding: 'utf8' })
      .filter((each) => /^[0-9a-f]{2}\/[0-9a-f]{38}$|\.pack$/.test(each))
      .sort();
    const bytes = readFileSync(join(objects, name));
    bytes[bytes.length >> 1] ^= 0xff;
    chmodSync(join(objects, name), 0o600);
    writeFileSync(join(objects, name), bytes);
  };

  it('also by a service that was killed meanwhile: what is damaged is named, and what is whole is not', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const [whole, broken] = [await committed(admin, project), await committed(admin, project)];
    damage(broken);
    const named = ({ id }: RepositoryAt) => `${admin.company}/${project.id}/${id}`;
    const asked: string[] = [];
    for (const repository of [whole, broken]) {
      const printed = await operate('repository', 'verify', named(repository), '--json');
      asked.push((JSON.parse(printed) as { job: string }).job);
    }
    crash('repository');
    await ready();
    let jobs: Job[] = [];
    for (let left = 150; left > 0; left -= 1) {
      const listed = JSON.parse(await operate('job', 'list', '--all', '--json')) as { jobs: Job[] };
      jobs = asked.flatMap((uuid) => listed.jobs.filter((each) => each.uuid === uuid));
      if (jobs.every(({ state }) => state === 'done')) break;
      await sleep(1_000);
    }
    expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(jobs[0].result).toEqual({ lines: [], count: 0 });
    expect(jobs[1].result?.lines.join('\n')).toMatch(/corrupt|objects/);

    const damaged = JSON.parse(await operate('repository', 'list', '--damaged', '--json')) as {
      uuid: string;
    }[];
    expect(damaged.map(({ uuid }) => uuid)).toContain(broken.uuid);
    expect(damaged.map(({ uuid }) => uuid)).not.toContain(whole.uuid);
    await expect(operate('repository', 'verify', named(broken), '--wait')).rejects.toThrow(/corrupt|objects/);
    expect(await operate('repository', 'maintain', named(whole), '--wait')).toContain('done');
    expect(await operate('events', 'status', '--metrics')).toContain('holdfast_repositories_damaged 1');
  });
});
