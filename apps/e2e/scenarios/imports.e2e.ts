import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { generateRepository, mustGit, remoteRefs, WorkingCopy } from '../clients/git.js';
import { endedImport, importOf as importedBy, type Import } from '../imported.js';
import { eventually, scratch } from '../scratch.js';
import { home } from '../system.js';
import {
  newCompany,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('Repositories elsewhere', () => {
  let admin: Person;
  let project: ProjectAt;
  /** It stands for one of another host. */
  let source: RepositoryAt;
  let directory: string;
  let credentials: { username: string; password: string };
  /** It leads elsewhere, or never answers. */
  let server: Server;
  let site: string;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    source = await newRepository(admin, project);
    directory = await scratch();
    credentials = { username: admin.id, password: admin.password };
    const origin = join(directory, 'origin');
    await generateRepository(origin, { branches: ['topic'], tags: ['v1'] });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(source.url));
    await must(admin.api.put(source.path, { default_identifier: 'topic' }));
    server = createServer((request, response) => {
      if (request.url?.startsWith('/elsewhere')) response.writeHead(302, { location: source.url }).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const begin = (at: RepositoryAt, body: object, who = admin) =>
    who.api.post(`${at.path}/actions/import`, { url: source.url, ...credentials, ...body });
  const importOf = (at: RepositoryAt): Promise<Import> => importedBy(admin, at);
  const ended = (at: RepositoryAt): Promise<Import> => endedImport(admin, at);
  const refs = (at: RepositoryAt) => remoteRefs(directory, admin.in(at.url));

  it('are imported into empty ones by admins of the project', async () => {
    const target = await newRepository(admin, project);
    const dev = await newMember(admin, project, 'master');
    expect((await begin(target, {}, dev)).status).toBe(403);
    expect((await must(admin.api.get(target.path))).import).toBeNull();
    const begun = await must(begin(target, {}), 202);
    expect(begun.import).toMatchObject({ error: null });
    expect(await ended(target)).toEqual({ state: 'done', progress: 100, error: null });
    expect(await refs(target)).toEqual(await refs(source));
    const shown = await must(dev.api.get(target.path));
    expect(shown).toMatchObject({ default_identifier: 'topic' });
    expect(shown.pushed_at).not.toBeNull();
    expect(shown).not.toHaveProperty('mirror');
    const copy = await WorkingCopy.clone(dev.in(target.url), join(directory, 'imported'));
    expect(await copy.must('rev-parse', '--abbrev-ref', 'HEAD')).toBe('topic');
    expect(await begin(target, {})).toMatchObject({
      status: 422,
      body: { api_errors: { id: { locked: true } } },
    });
    const events = await must(admin.api.get('/audit_events?operation=repository.import'));
    const texts = JSON.stringify(events);
    expect([texts.includes(source.url), texts.includes(credentials.password)]).toEqual([true, false]);
  });

  it('say why they cannot be imported, and leave nothing then', async () => {
    const target = await newRepository(admin, project);
    for (const url of [
      'http://127.0.0.2/a',
      'http://[::1]/a',
      'http://169.254.169.254/',
      'file:///etc',
      'ext::id',
      'ssh://a/b',
      source.url.replace('://', '://a:b@'),
    ])
      expect(await begin(target, { url })).toMatchObject({
        status: 422,
        body: { api_errors: { url: { invalid: true } } },
      });
    await must(begin(target, { password: 'wrong' }), 202);
    expect(await ended(target)).toMatchObject({
      state: 'failed',
      error: 'the remote refuses the credentials',
    });
    await must(begin(target, { url: `${site}/elsewhere` }), 202);
    expect(await ended(target)).toMatchObject({
      state: 'failed',
      error: 'the remote leads to another address: give that one',
    });
    await must(begin(target, { url: `${site}/silent` }), 202);
    expect((await begin(target, {})).status).toBe(422);
    await eventually(async () => ((await importOf(target)).state === 'running' ? true : undefined));
    await must(admin.api.delete(`${target.path}/actions/import`));
    expect(await ended(target)).toMatchObject({ state: 'failed', error: 'it was stopped' });
    expect(await refs(target)).toEqual({});
    const place = [target.uuid.slice(-2), target.uuid.slice(-4, -2), `${target.uuid}.git`];
    const left = async () => (await readdir(join(home, 'data/repository', ...place))).includes('incoming');
    await eventually(async () => ((await left()) ? undefined : true));
    await must(begin(target, {}), 202);
    expect((await ended(target)).state).toBe('done');
  });

  it('are followed, and then nobody else changes what is here', async () => {
    const follower = await newRepository(admin, project);
    const mirror = { direction: 'pull', url: source.url, ...credentials };
    const put = (change: object | null) => admin.api.put(follower.path, { mirror: change });
    expect((await put({ ...mirror, interval: 5 })).status).toBe(422);
    expect((await put({ url: source.url })).status).toBe(422);
    expect((await put({ ...mirror, url: 'http://10.0.0.1/a' })).status).toBe(422);
    expect((await must(put(mirror))).mirror).toMatchObject({
      ...{
        direction: 'pull',
        url: source.url,
        username: admin.id,
        password: '',
        interval: 3600,
        enabled: true,
      },
      ...{ last_at: null, error: null },
    });
    const isEqual = async () =>
      JSON.stringify(await refs(follower)) === JSON.stringify(await refs(source)) ? true : undefined;
    await eventually(isEqual);
    const copy = await WorkingCopy.clone(admin.in(follower.url), join(directory, 'follower'));
    const tip = await copy.commit('new', 'new');
    const pushed = await copy.push(admin.in(follower.url), 'HEAD:topic');
    expect([pushed.status === 0, pushed.output]).toEqual([false, expect.stringContaining('403')]);
    const pull = await ask('GET', `${follower.url}/info/refs?service=git-receive-pack`, admin);
    expect([pull.status, pull.statusText]).toEqual([403, 'this repository follows another one: push there']);
    for (const [path, body] of [
      ['branches', { id: 'b', commit: 'topic' }],
      ['tags', { id: 't', commit: 'topic' }],
    ] as const)
      expect(await admin.api.post(`${follower.path}/${path}`, body)).toMatchObject({
        status: 422,
        body: { api_errors: { id: { locked: true } } },
      });
    expect((await copy.push(admin.in(source.url), 'HEAD:topic', ':refs/tags/v1')).status).toBe(0);
    // With the password that it has.
    await must(put({ enabled: true }));
    await eventually(isEqual);
    expect((await refs(follower))['refs/heads/topic']).toBe(tip);
    expect((await must(put({ url: `${site}/elsewhere` }))).mirror).toMatchObject({ error: null });
    await eventually(async () => {
      const { mirror: now } = await must(admin.api.get(follower.path));
      return (now as { error: string | null }).error?.startsWith('the remote leads') ? true : undefined;
    });
    expect((await must(put(null))).mirror).toBeNull();
    expect((await copy.push(admin.in(follower.url), 'HEAD:other')).status).toBe(0);
  });

  it('get what is pushed here', async () => {
    const target = await newRepository(admin, project);
    const mirror = { direction: 'push', url: target.url, ...credentials };
    await must(admin.api.put(source.path, { mirror }));
    const isEqual = async () =>
      JSON.stringify(await refs(target)) === JSON.stringify(await refs(source)) ? true : undefined;
    await eventually(isEqual);
    const copy = await WorkingCopy.clone(admin.in(source.url), join(directory, 'pushed'));
    const tip = await copy.commit('more', 'more');
    expect((await copy.push(admin.in(source.url), 'HEAD:more')).status).toBe(0);
    await eventually(isEqual);
    expect((await refs(target))['refs/heads/more']).toBe(tip);
    await eventually(async () => {
      const { mirror: now } = await must(admin.api.get(source.path));
      const { last_at: at, error } = now as { last_at: string | null; error: string | null };
      return at !== null && error === null ? true : undefined;
    });

    // It works by the rights of whoever set it up last.
    const boss = await newMember(admin, project, 'admin');
    await must(boss.api.put(source.path, { mirror: { enabled: true } }));
    const at = { project_id: project.id, id: boss.id };
    await admin.client.call('project_user.update', { params: at, body: { role: 'master' } });
    expect((await copy.push(admin.in(source.url), 'HEAD:later')).status).toBe(0);
    await eventually(async () => {
      const { mirror: now } = await must(admin.api.get(source.path));
      const { error } = now as { error: string | null };
      return error === 'whoever set it up may not do it any more' ? true : undefined;
    });
    expect(await refs(target)).not.toHaveProperty(['refs/heads/later']);
  });
});
