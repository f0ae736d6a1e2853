/** Has an installation of its own, and destroys it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { Deployer, sha256 } from '../clients/deployer.js';
import { Pusher } from '../clients/git-writers.js';
import { remoteRefs } from '../clients/git.js';
import { hasHg, HgCopy } from '../clients/hg.js';
import { HgPusher } from '../clients/hg-writers.js';
import { OwnInstallation } from '../clients/own-installation.js';
import type { Persistent } from '../clients/persistent.js';
import { hasSvn, SvnClient } from '../clients/svn.js';
import { SvnCommitter } from '../clients/svn-writers.js';
import { scratch } from '../scratch.js';
import { newProject, newRepository, Person, type ProjectAt, type RepositoryAt } from '../world.js';

interface Created {
  id: string;
  point: string;
  repositories: number;
  blobs: number;
  written: number;
  problems: string[];
}

describe('A backup', () => {
  let installation: OwnInstallation;
  let admin: Person;
  let code: RepositoryAt;
  let jars: RepositoryAt;
  let pusher: Pusher;
  let deployer: Deployer;
  /** `holds`: fails unless so many of what was acknowledged are there. */
  const others: {
    writer: Persistent;
    acknowledged: readonly unknown[];
    holds: (count: number) => Promise<void>;
  }[] = [];
  let home: ProjectAt;
  let backups: string;

  const create = async (): Promise<Created> =>
    JSON.parse(await installation.must('holdfast', 'backup', 'create', '--json')) as Created;

  beforeAll(async () => {
    backups = join(await scratch(), 'backups');
    const key = join(await scratch(), 'key');
    installation = await OwnInstallation.make({ HOLDFAST_BACKUP_URL: backups, HOLDFAST_BACKUP_KEY: key });
    await writeFile(key, await installation.must('holdfast', 'backup', 'key'), { mode: 0o600 });
    await installation.must('up', '--detach');
    admin = await installation.login();
    home = await newProject(admin);
    code = await newRepository(admin, home);
    jars = await newRepository(admin, home, 'maven');
    pusher = await Pusher.make('busy', admin.in(code.url));
    deployer = new Deployer(jars.url, admin);
    if (hasHg) {
      const { url } = await newRepository(admin, home, 'mercurial');
      const from = await HgCopy.make(join(await scratch(), 'hg'));
      await from.commit('first', 'first');
      const writer = await HgPusher.make('busy', from, admin.in(url));
      const tip = async (): Promise<string> => {
        await from.must('pull', '-q', '-B', 'mark-busy', admin.in(url));
        return from.must('log', '-r', 'mark-busy', '-T', '{node}');
      };
      const { acknowledged } = writer;
      const holds = async (count: number): Promise<void> =>
        expect(acknowledged.indexOf(await tip())).toBeGreaterThanOrEqual(count - 1);
      others.push({ writer, acknowledged, holds });
    }
    if (hasSvn) {
      const { url } = await newRepository(admin, home, 'subversion');
      const client = await SvnClient.of(admin);
      const writer = await SvnCommitter.make(client, url);
      const { acknowledged } = writer;
      const holds = async (count: number): Promise<void> => {
        for (const { path, content } of acknowledged.slice(0, count))
          expect(await client.must(['cat', `${url}/${path}`])).toBe(content);
      };
      others.push({ writer, acknowledged, holds });
    }
  });
  afterAll(() => installation.must('down'), 60_000);

  it('that is made while all kinds are written to brings back, after all was destroyed, what was acknowledged before', async () => {
    const writers = [pusher, deployer, ...others.map(({ writer }) => writer)];
    for (const writer of writers) expect(await writer.once()).toBe(true);
    expect(await deployer.once(6_000_000)).toBe(true);
    expect((await create()).problems).toEqual([]);

    let going = true;
    const work = writers.map((writer) => writer.while(() => going));
    const deployed = new Map(deployer.acknowledged);
    const pushed = pusher.acknowledged.length;
    const written = others.map(({ acknowledged }) => acknowledged.length);
    const made = await create();
    going = false;
    await Promise.all(work);
    expect(made).toMatchObject({ problems: [], repositories: 1 + others.length });
    // The large file of before is not stored again.
    expect(made.written).toBeLessThan(5_000_000);
    expect(await installation.must('holdfast', 'backup', 'verify')).toContain('is whole');

    // To what stands there only parts are given back.
    await installation.must('down');
    const stopped = await installation.run('holdfast', 'backup', 'restore');
    expect([stopped.status, stopped.output]).toEqual([1, expect.stringContaining('already')]);
    const none = await installation.run('holdfast', 'backup', 'restore', '--company', 'none');
    expect([none.status, none.output]).toEqual([1, expect.stringContaining('has no company none')]);
    const jarsName = `${admin.company}/${home.id}/${jars.id}`;
    await installation.must('holdfast', 'backup', 'restore', '--repository', jarsName);

    await installation.destroy();
    const restored = JSON.parse(await installation.must('holdfast', 'backup', 'restore', '--json')) as {
      ended: number;
    };
    expect(restored.ended).toBeGreaterThan(0);
    await installation.must('up', '--detach');

    const old = await admin.api.get('/projects');
    expect(old.status).toBe(401);
    admin = await installation.login();
    const { branches } = await must(admin.api.get(`${code.path}?include=branches`));
    expect(branches).toMatchObject([{ id: 'busy' }]);
    const tip = (await remoteRefs('/', admin.in(code.url)))['refs/heads/busy'];
    expect(pusher.attempted.indexOf(tip)).toBeGreaterThanOrEqual(pushed - 1);
    for (const [path, digest] of deployed) {
      const answer = await fetch(`${jars.url}/${path}`, { headers: { authorization: admin.basic } });
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(digest);
    }
    for (const [index, { holds }] of others.entries()) await holds(written[index]);
    expect(await installation.must('holdfast', 'repository', 'verify', '--all', '--wait')).toContain(
      'no repository',
    );
    // And it goes on.
    for (const writer of writers)
      expect([writer.constructor.name, await writer.once()]).toEqual([writer.constructor.name, true]);
  });

  it('is restored into nothing that has something, but gives back one company and one repository', async () => {
    // Of one company a repository, and another company whole, are to be what they are now.
    const company = JSON.parse(
      await installation.must('holdfast', 'company', 'create', 'other', '--json'),
    ) as {
      company: string;
      login: string;
      password: string;
    };
    const login = (): Promise<Person> =>
      Person.login(company.company, company.login, company.password, admin.base);
    let other = await login();
    const project = await newProject(other);
    const theirs = await newRepository(other, project);
    const theirJars = await newRepository(other, project, 'maven');
    const theirPusher = await Pusher.make('theirs', other.in(theirs.url));
    const theirDeployer = new Deployer(theirJars.url, other);
    expect([await theirPusher.once(), await theirDeployer.once()]).toEqual([true, true]);
    const taken = await newRepository(admin, home);
    const [theirJar] = theirDeployer.acknowledged.keys();
    const [jar] = deployer.acknowledged.keys();
    await create();
    const at = (url: string, person: Person, method = 'GET'): Promise<number> =>
      fetch(url, { method, headers: { authorization: person.basic } }).then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      });
    expect(await at(`${jars.url}/${jar}`, admin, 'DELETE')).toBe(204);
    expect(await deployer.once()).toBe(true);
    const laterJar = [...deployer.acknowledged.keys()].at(-1);
    expect(await pusher.once()).toBe(true);
    expect(await theirPusher.once()).toBe(true);
    await must(other.api.delete(theirJars.path), 200);
    const later = await newRepository(other, project);
    await must(admin.api.delete(taken.path), 200);
    await must(admin.api.post(taken.path.replace(/\/[^/]+$/, ''), { id: taken.id, type: 'git' }), 201);

    const running = await installation.run('holdfast', 'backup', 'restore');
    expect([running.status, running.output]).toEqual([1, expect.stringContaining('The installation runs')]);
    await installation.must('down');
    const named = `${admin.company}/${jars.path.split('/')[2]}/${jars.id}`;
    const takenName = named.replace(jars.id, taken.id);
    const another = await installation.run('holdfast', 'backup', 'restore', '--repository', takenName);
    expect([another.status, another.output]).toEqual([1, expect.stringContaining('another repository is')]);
    await installation.must('holdfast', 'backup', 'restore', '--repository', named);
    await installation.must('holdfast', 'backup', 'restore', '--company', 'other');
    await installation.must('up', '--detach');

    // Who is of the first company is still logged in there, and what was pushed there later is there.
    expect((await admin.api.get(jars.path)).status).toBe(200);
    expect(await at(`${jars.url}/${jar}`, admin)).toBe(200);
    expect(await at(`${jars.url}/${laterJar}`, admin)).toBe(404);
    const refs = async (person: Person, { url }: RepositoryAt) => remoteRefs('/', person.in(url));
    expect(await refs(admin, code)).toMatchObject({ 'refs/heads/busy': pusher.acknowledged.at(-1) });
    expect((await other.api.get('/projects')).status).toBe(401);
    other = await login();
    expect(await refs(other, theirs)).toMatchObject({ 'refs/heads/theirs': theirPusher.acknowledged[0] });
    expect(await at(`${theirJars.url}/${theirJar}`, other)).toBe(200);
    expect((await other.api.get(later.path)).status).toBe(404);
    expect(await theirDeployer.once()).toBe(true);
  });
});
