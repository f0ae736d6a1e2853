import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import { operate } from '../clients/operator.js';
import { kindsBesideGit } from '../clients/tested-kinds.js';
import { scratch } from '../scratch.js';
import { newCompany, newProject, newRepository, newUser, type Person, type ProjectAt } from '../world.js';

const kib = 1024;

/** Bytes that no two uploads share. */
const bytes = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(count));

describe('A storage limit', () => {
  let admin: Person;
  let project: ProjectAt;

  beforeEach(async () => {
    admin = await newCompany();
    project = await newProject(admin);
  });

  const limitCompany = (limit: number | 'none'): Promise<string> =>
    operate('company', 'update', admin.company, '--storage-limit', String(limit));
  const put = async (url: string, count: number) => {
    const answer = await ask('PUT', url, admin, { body: bytes(count) });
    await answer.text();
    return answer;
  };
  /** Waits until the object shows that it stores so many bytes. */
  const storing = async (path: string, count: number | ((used: number) => boolean)): Promise<void> => {
    const holds = typeof count === 'function' ? count : (used: number) => used === count;
    for (let turn = 0; ; turn += 1) {
      const { storage_used: used } = await must(admin.api.get(path), 200);
      if (holds(used as number)) return;
      if (turn > 120) throw new Error(`${path} stores ${String(used)}, not ${String(count)}`);
      await sleep(500);
    }
  };

  it.each(['repository', 'project', 'company'] as const)('of a %s lets no upload past it', async (level) => {
    const repository = await newRepository(admin, project, 'maven');
    if (level === 'company') await limitCompany(100 * kib);
    else {
      const path = level === 'repository' ? repository.path : project.path;
      const limited = await must(admin.api.put(path, { storage_limit: 100 * kib }), 200);
      expect(limited.storage_limit).toBe(100 * kib);
    }
    expect((await put(`${repository.url}/a/a.jar`, 80 * kib)).status).toBe(201);
    const refused = await put(`${repository.url}/a/b.jar`, 30 * kib);
    expect([refused.status, refused.statusText]).toEqual([
      507,
      `the storage limit of the ${level} is reached (${100 * kib} bytes)`,
    ]);
    expect((await ask('GET', `${repository.url}/a/b.jar`, admin)).status).toBe(404);
    const together = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(`${repository.url}/b/${n}.jar`, 9 * kib)),
    );
    expect(together.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(together.filter(({ status }) => status === 507)).toHaveLength(6);
    await storing(repository.path, 98 * kib);
    expect((await ask('DELETE', `${repository.url}/a/a.jar`, admin)).status).toBe(204);
    expect((await put(`${repository.url}/a/c.jar`, 30 * kib)).status).toBe(201);
    if (level !== 'company') return;
    await limitCompany('none');
    expect((await put(`${repository.url}/a/d.jar`, 200 * kib)).status).toBe(201);
  });

  it('holds for what clients say in metadata', async () => {
    const repository = await newRepository(admin, project, 'maven');
    await must(admin.api.put(repository.path, { storage_limit: 4 * kib }), 200);
    const metadata = (count: number): Buffer =>
      Buffer.from(
        `<metadata><plugins>${Array.from(
          { length: count },
          (_, at) => `<plugin><name>n</name><prefix>p${at}</prefix><artifactId>a${at}</artifactId></plugin>`,
        ).join('')}</plugins></metadata>`,
      );
    const say = async (group: string, count: number): Promise<number> => {
      const url = `${repository.url}/${group}/maven-metadata.xml`;
      return (await ask('PUT', url, admin, { body: new Uint8Array(metadata(count)) })).status;
    };
    expect(await say('large', 150)).toBe(507);
    expect(await say('some', 20)).toBe(201);
    await storing(repository.path, (used) => used > 20 * 20);
    expect(await say('more', 120)).toBe(507);
    expect((await ask('DELETE', `${repository.url}/some/maven-metadata.xml`, admin)).status).toBe(204);
    await storing(repository.path, 0);
    expect(await say('again', 20)).toBe(201);
    expect((await ask('DELETE', `${repository.url}/again/`, admin)).status).toBe(204);
    await storing(repository.path, 0);
  });

  it('counts what is deactivated, and what is shown follows what is stored', async () => {
    const repository = await newRepository(admin, project, 'maven');
    expect((await put(`${repository.url}/a.jar`, 50 * kib)).status).toBe(201);
    await storing(repository.path, 50 * kib);
    await storing('/company', 50 * kib);
    await must(admin.api.delete(repository.path), 200);
    await must(admin.api.put(project.path, { storage_limit: 60 * kib }), 200);
    const other = await newRepository(admin, project, 'maven');
    expect((await put(`${other.url}/a.jar`, 11 * kib)).status).toBe(507);
    expect((await put(`${other.url}/a.jar`, 10 * kib)).status).toBe(201);
  });

  describe('for git', () => {
    let copy: WorkingCopy;
    const text = (count: number): string => randomBytes(count * 0.75).toString('base64');
    const pushed = (url: string, branch: string) => copy.push(admin.in(url), `HEAD:refs/heads/${branch}`);

    beforeEach(async () => {
      copy = await WorkingCopy.make(join(await scratch(), 'copy'));
      await copy.commit('first.txt', 'first');
    });

    it('refuses a push past it whole, with its reason, and leaves nothing of it', async () => {
      const repository = await newRepository(admin, project);
      await must(admin.api.put(project.path, { storage_limit: 400 * kib }), 200);
      expect(await pushed(repository.url, 'main')).toMatchObject({ status: 0 });
      const large = await copy.commit('large.txt', text(2_000 * kib));
      const refused = await pushed(repository.url, 'main');
      expect(refused.status).not.toBe(0);
      expect(refused.output).toMatch(/^remote: .*the storage limit of the project is reached/m);
      const probe = await admin.api.post(`${repository.path}/branches`, { id: 'probe', commit: large });
      expect([probe.status, probe.body.api_errors]).toEqual([422, { commit: { not_found: true } }]);
      await must(admin.api.put(project.path, { storage_limit: null }), 200);
      expect(await pushed(repository.url, 'main')).toMatchObject({ status: 0 });
    });

    it('lets branches be deleted where nothing has room any more', async () => {
      const repository = await newRepository(admin, project);
      for (const branch of ['main', 'other'])
        expect(await pushed(repository.url, branch)).toMatchObject({ status: 0 });
      await must(admin.api.put(project.path, { storage_limit: 1 }), 200);
      expect(await copy.push(admin.in(repository.url), ':refs/heads/other')).toMatchObject({ status: 0 });
      expect((await pushed(repository.url, 'more')).output).toMatch(
        /the storage limit of the project is reached/,
      );
    });

    it('holds for pushes that come one after another, each of many files', async () => {
      const repository = await newRepository(admin, project);
      const limit = 3_000 * kib;
      await must(admin.api.put(repository.path, { storage_limit: limit }), 200);
      let taken = 0;
      for (let turn = 0; turn < 6; turn += 1) {
        for (const name of ['a', 'b', 'c', 'd']) await copy.commit(`${turn}/${name}.txt`, text(200 * kib));
        if ((await pushed(repository.url, 'main')).status !== 0) break;
        taken += 1;
      }
      // base64 packs to three quarters: 600 KiB a push
      expect(taken).toBeGreaterThan(1);
      expect(taken).toBeLessThan(5);
      await storing(repository.path, (used) => used > taken * 550 * kib && used <= limit);
    });

    it('holds for pushes that come at once, and what is shown follows what lies on the disk', async () => {
      const repositories = [await newRepository(admin, project), await newRepository(admin, project)];
      await must(admin.api.put(project.path, { storage_limit: 1_500 * kib }), 200);
      await copy.commit('large.txt', text(1_200 * kib));
      const answers = await Promise.all(repositories.map(({ url }) => pushed(url, 'main')));
      expect(answers.filter(({ status }) => status === 0).length).toBeLessThan(2);
      for (const [n, { url }] of repositories.entries()) {
        const { status, output } = answers[n];
        if (status !== 0) expect(output).toMatch(/^remote: .*the storage limit of the project is reached/m);
        const refs = Object.keys(await remoteRefs(copy.directory, admin.in(url)));
        expect(refs).toEqual(status === 0 ? ['refs/heads/main'] : []);
      }
      await must(admin.api.put(project.path, { storage_limit: null }), 200);
      for (const { url } of repositories) expect((await pushed(url, 'other')).status).toBe(0);
      await storing('/company', (used) => used > 1_600 * kib && used < 2_400 * kib);
    });
  });

  it.each(kindsBesideGit)(
    'refuses a push of $type past it whole, with its reason, and leaves nothing of it',
    async (kind) => {
      const repository = await newRepository(admin, project, kind.type, kind.attributes);
      const writer = await kind.writer();
      const tip = async () => (await must(admin.api.get(`${repository.path}/branches/${kind.base}`))).commit;
      expect(await writer.push(admin, repository, 'first')).toMatchObject({ status: 0 });
      const before = await tip();
      await must(admin.api.put(project.path, { storage_limit: 400 * kib }), 200);
      const large = bytes(1_500 * kib).toString();
      const refused = await writer.push(admin, repository, large);
      expect(refused.status).not.toBe(0);
      expect(refused.output).toMatch(/the storage limit of the project is reached/);
      expect(await tip()).toBe(before);
      await storing(repository.path, (used) => used < 400 * kib);
      await must(admin.api.put(project.path, { storage_limit: null }), 200);
      expect(await writer.push(admin, repository, `${large}more`)).toMatchObject({ status: 0 });
      expect(await tip()).not.toBe(before);
      await storing(repository.path, (used) => used > 1_000 * kib);
    },
  );

  it('is never above the one over it, and company admins’ to set', async () => {
    const repository = await newRepository(admin, project, 'maven');
    await must(admin.api.put(project.path, { storage_limit: 1000 }), 200);
    const above = await admin.api.put(repository.path, { storage_limit: 1001 });
    expect([above.status, above.body.api_errors]).toEqual([422, { storage_limit: { maximum: 1000 } }]);
    await must(admin.api.put(repository.path, { storage_limit: 1000 }), 200);
    const user = await newUser(admin);
    await must(admin.api.post(`${project.path}/project_users`, { id: user.id, role: 'admin' }), 201);
    for (const path of [project.path, repository.path]) {
      expect((await user.api.put(path, { storage_limit: null })).status).toBe(403);
      expect((await user.api.put(path, { storage_limit: 1000, description: 'x' })).status).toBe(200);
    }
    const company = await admin.api.put('/company', { storage_limit: 5 });
    expect([company.status, company.body.api_errors]).toEqual([422, { storage_limit: { locked: true } }]);
  });
});
