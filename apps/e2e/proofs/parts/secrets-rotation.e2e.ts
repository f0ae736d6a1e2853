/** @apart Ends services, and all of them connect anew. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkingCopy } from '../../clients/git.js';
import { crash, ready } from '../../clients/installation.js';
import { ProcessDoors } from '../../clients/process-doors.js';
import { run } from '../../clients/program.js';
import { scratch } from '../../scratch.js';
import { home, toolsDirectory } from '../../system.js';
import { companyAdmin, newProject, newRepository, Person, type RepositoryAt } from '../../world.js';

const rotate = async (): Promise<void> => {
  const { status, output } = await run(join(toolsDirectory, 'holdfast'), ['secrets', 'rotate'], {
    cwd: toolsDirectory,
    env: { HOLDFAST_HOME: home },
  });
  if (status !== 0) throw new Error(`tools/holdfast secrets rotate: ${output}`);
};

describe('Passwords of the parts are replaced', () => {
  let admin: Person;
  let code: RepositoryAt;
  let jars: RepositoryAt;
  let copy: WorkingCopy;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    code = await newRepository(admin, project);
    jars = await newRepository(admin, project, 'maven');
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
  });

  const reads = async (): Promise<boolean> =>
    (await admin.api.get('/projects?include=repositories')).status === 200;
  const logsIn = async (): Promise<boolean> =>
    Boolean(await Person.login(admin.company, admin.id, admin.password).catch(() => undefined));
  const pushes = async (): Promise<boolean> => {
    await copy.commit('file', String(Math.random()));
    return (await copy.push(admin.in(code.url), 'HEAD:refs/heads/main')).status === 0;
  };
  const uploads = async (): Promise<boolean> => {
    const url = `${jars.url}/org/example/some/1.0-SNAPSHOT/some-${Math.random()}.jar`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { authorization: admin.basic },
      body: 'x'.repeat(100_000),
    });
    await answer.text();
    return answer.status === 201;
  };

  it('and no request fails meanwhile', async () => {
    const outcomes: boolean[] = [];
    let going = true;
    const repeat = async (request: () => Promise<boolean>): Promise<void> => {
      while (going) {
        outcomes.push(await request());
        await sleep(20);
      }
    };
    const loops = [reads, reads, logsIn, pushes, uploads].map(repeat);
    await sleep(300);
    await rotate();
    await sleep(300);
    await rotate();
    await sleep(300);
    going = false;
    await Promise.all(loops);
    expect(outcomes.length).toBeGreaterThan(10);
    expect(outcomes.filter((done) => !done)).toEqual([]);
  });

  it('the database takes the new ones only, the broker also those before until its next start', async () => {
    const before = new ProcessDoors('artifact');
    await rotate();
    const after = new ProcessDoors('artifact');
    expect(after.environment).toEqual(before.environment);
    expect(after.secrets.filter((secret) => before.secrets.includes(secret))).toEqual([]);
    expect(await before.database()).toBe(false);
    expect(await after.database()).toBe(true);
    for (const doors of [before, after]) await (await doors.broker()).close();
  });

  it('and every part connects with the new ones, whatever was started again', async () => {
    await rotate();
    for (const part of ['artifact', 'identity', 'nats', 'postgres'] as const) {
      crash(part);
      await sleep(100);
      await ready();
      // A service that was away for a moment is asked again by whoever needs it.
      for (const request of [reads, logsIn, pushes, uploads]) {
        let done = await request();
        for (let left = 20; !done && left > 0; left -= 1) {
          await sleep(250);
          done = await request();
        }
        expect(done).toBe(true);
      }
    }
  });
});
