import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { generateRepository, git, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
import { run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('Refs that a push may change', () => {
  let admin: Person;
  let developer: Person;
  let master: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let copy: WorkingCopy;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    master = await newMember(admin, project, 'master');
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    await copy.must('tag', 'v1');
    await copy.commit('two.txt', 'two');
    expect((await copy.push(developer.in(repository.url), 'main', 'v1')).status).toBe(0);
  });

  it('are new tags for a developer, but neither moved nor deleted ones', async () => {
    const url = developer.in(repository.url);
    expect((await copy.push(url, 'HEAD:refs/tags/v2')).status).toBe(0);
    const moved = await copy.push(url, '--force', 'HEAD:refs/tags/v1');
    expect(moved.status).not.toBe(0);
    expect(moved.output).toMatch(/^remote: .*v1/m);
    const deleted = await copy.push(url, ':refs/tags/v1');
    expect(deleted.status).not.toBe(0);
    expect(deleted.output).toMatch(/^remote: .*v1/m);
  });

  it('are moved and deleted tags for a master', async () => {
    const url = master.in(repository.url);
    expect((await copy.push(url, '--force', 'HEAD:refs/tags/v1')).status).toBe(0);
    expect((await copy.push(url, ':refs/tags/v1')).status).toBe(0);
    expect(await remoteRefs(copy.directory, url)).not.toHaveProperty('refs/tags/v1');
  });

  it.each(['refs/replace/x', 'refs/holdfast/x'])('are never %s', async (ref) => {
    const { status, output } = await copy.push(admin.in(repository.url), `HEAD:${ref}`);
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: |rejected/m);
    expect(Object.keys(await remoteRefs(copy.directory, admin.in(repository.url)))).not.toContain(ref);
  });

  it.each(['HEAD', '@', '-x'])(
    'are never a new branch %s, which the API does not make either',
    async (id) => {
      const ref = `refs/heads/${id}`;
      const url = admin.in(repository.url);
      const { status, output } = await copy.push(url, `main:${ref}`, 'main:refs/heads/beside');
      expect(status).not.toBe(0);
      expect(output).toContain(`remote: ${ref}: this is not a valid name of a reference`);
      const refs = Object.keys(await remoteRefs(copy.directory, url));
      expect(refs).not.toContain(ref);
      expect(refs).not.toContain('refs/heads/beside');
      const commit = await copy.must('rev-parse', 'main');
      const { status: made, body } = await admin.api.post(`${repository.path}/branches`, { id, commit });
      expect([made, body.api_errors]).toEqual([422, { id: { invalid: true } }]);
    },
  );

  it('name no tag that leads to more than twenty tags', async () => {
    const made = [await copy.must('rev-parse', 'main')];
    for (let at = 0; at < 21; at += 1) {
      await copy.must('tag', '-f', '-a', '-m', 'x', 'nested', made[at]);
      made.push(await copy.must('rev-parse', 'nested'));
    }
    const url = admin.in(repository.url);
    expect((await copy.push(url, `${made[20]}:refs/tags/nested`)).status).toBe(0);
    const { commit } = await must(admin.api.get(`${repository.path}/tags/nested`));
    expect(commit).toBe(made[0]);
    const { status, output } = await copy.push(url, `${made[21]}:refs/notes/nested`);
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: refs\/notes\/nested: it names a tag of a tag and so on/m);
  });

  it('are notes and any other name space', async () => {
    expect(
      (await copy.push(developer.in(repository.url), 'HEAD:refs/notes/review', 'HEAD:refs/custom/x')).status,
    ).toBe(0);
    expect(await remoteRefs(copy.directory, admin.in(repository.url))).toMatchObject({
      'refs/notes/review': expect.any(String) as string,
      'refs/custom/x': expect.any(String) as string,
    });
  });

  it('are not taken with objects that git holds to be broken', async () => {
    const body = `tree ${await copy.must('rev-parse', 'HEAD^{tree}')}\nauthor A <a@b> 1 +0000\ncommitter broken\n\nx\n`;
    const file = join(await scratch(), 'commit');
    await writeFile(file, body);
    const commit = await copy.must('hash-object', '-t', 'commit', '--literally', '-w', file);
    const { status } = await copy.push(developer.in(repository.url), `${commit}:refs/heads/broken`);
    expect(status).not.toBe(0);
    expect((await developer.api.get(`${repository.path}/branches/broken`)).status).toBe(404);
  });

  it('let one of two simultaneous pushes to a branch win', async () => {
    const tip = await copy.must('rev-parse', 'main');
    const rivals = await Promise.all(
      [1, 2, 3, 4].map(async (each) => {
        const rival = await WorkingCopy.clone(
          developer.in(repository.url),
          join(await scratch(), `rival-${each}`),
        );
        return { rival, commit: await rival.commit('race.txt', `rival ${each}`) };
      }),
    );
    const ended = await Promise.all(
      rivals.map(({ rival }) => rival.push(developer.in(repository.url), 'main')),
    );
    const winners = rivals.filter((_, index) => ended[index].status === 0);
    expect(winners).toHaveLength(1);
    const now = (await must(admin.api.get(`${repository.path}/branches/main`))).commit;
    expect(now).toBe(winners[0].commit);
    expect(now).not.toBe(tip);
  });

  it.each([
    [['zeta', 'master', 'main'], 'main'],
    [['zeta', 'master', 'alpha'], 'master'],
    [['zeta', 'beta'], 'beta'],
  ])('make HEAD of an empty repository follow: %j gives %s', async (branches, head) => {
    const fresh = await newRepository(admin, project);
    const refs = branches.map((branch) => `HEAD:refs/heads/${branch}`);
    expect((await copy.push(admin.in(fresh.url), ...refs)).status).toBe(0);
    expect((await must(admin.api.get(fresh.path))).default_identifier).toBe(head);
    expect(await mustGit(copy.directory, 'ls-remote', '--symref', admin.in(fresh.url), 'HEAD')).toContain(
      `refs/heads/${head}\tHEAD`,
    );
  });

  it('are told by their time, and clones begin at what default_identifier says', async () => {
    const fresh = await newRepository(admin, project);
    expect((await must(admin.api.get(fresh.path))).pushed_at).toBeNull();
    // Nothing is there yet: any name will do.
    await must(admin.api.put(fresh.path, { default_identifier: 'next' }));
    await copy.push(admin.in(fresh.url), 'HEAD:refs/heads/main', 'HEAD:refs/heads/next');
    const shown = async () => {
      for (;;) {
        const now = await must(admin.api.get(fresh.path));
        if (now.pushed_at !== null) return now;
        await sleep(20);
      }
    };
    expect(await shown()).toMatchObject({ default_identifier: 'next', default_base_branch: 'next' });
    for (const name of ['main', 'next']) {
      await must(admin.api.put(fresh.path, { default_identifier: name }));
      const clone = await WorkingCopy.clone(admin.in(fresh.url), join(await scratch(), name));
      expect(await clone.must('symbolic-ref', 'HEAD')).toBe(`refs/heads/${name}`);
    }
  });

  it('number two thousand in one push', async () => {
    const many = join(await scratch(), 'many');
    await generateRepository(many, { branches: [], commits: 1 });
    const commit = await mustGit(many, 'rev-parse', 'main');
    const lines = Array.from(
      { length: 2000 },
      (_, index) => `create refs/heads/bulk/${index} ${commit}\n`,
    ).join('');
    expect((await run('git', ['update-ref', '--stdin'], { cwd: many, input: lines })).status).toBe(0);
    const fresh = await newRepository(admin, project);
    expect((await git(many, 'push', '-q', '--mirror', admin.in(fresh.url))).status).toBe(0);
    const { metadata } = await must(admin.api.get(`${fresh.path}/branches?limit=1000&offset=1000`));
    expect(metadata).toEqual({ more_results: true, next_offset: 2000, count: 1000 });
  });
});
