import { join } from 'node:path';
import { must } from '../clients/api.js';
import { run } from '../clients/program.js';
import { SshClient } from '../clients/ssh.js';
import { scratch, unique } from '../scratch.js';
import { companyAdmin, newMember, newProject, newRepository, newUser, type Person } from '../world.js';

/** A machine that deploys: it clones with a key of its own, and pushes nothing. */
describe('The SSH key of a bot', () => {
  let admin: Person;
  let owner: Person;
  let bot: string;
  let machine: SshClient;
  let url: string;
  let stored: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    url = String((await must(admin.api.get(repository.path))).ssh_url);
    owner = await newMember(admin, project, 'admin');
    bot = unique('bot');
    await must(owner.api.post('/bots', { id: bot, visibility: 'public' }), 201);
    await must(owner.api.post(`${project.path}/project_bots`, { id: bot, role: 'guest' }), 201);
    machine = await SshClient.make();
    const content = await machine.publicKey;
    const key = { title: 'deploy', content };
    stored = `/bots/${bot}/ssh_keys/${(await must(owner.api.post(`/bots/${bot}/ssh_keys`, key), 201)).id}`;
  });

  const git = async (...words: string[]) =>
    run('git', [...machine.configuration, ...words], { cwd: await scratch(), timeout: 30_000 });

  it('clones, and does not push', async () => {
    expect((await machine.ssh(url, '-T')).output).toContain(`Hello ${bot} of`);
    const copy = join(await scratch(), 'copy');
    expect(await git('clone', '-q', url, copy)).toMatchObject({ status: 0 });
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.org'];
    await git('-C', copy, ...identity, 'commit', '-q', '--allow-empty', '-m', 'one');
    const pushed = await git('-C', copy, 'push', '-q', 'origin', 'HEAD:refs/heads/main');
    expect(pushed.output).toContain('you may read this repository, but not push to it');
  });

  it('is looked after by who manages the bot, and by nobody else', async () => {
    const other = await newUser(admin);
    const keys = `/bots/${bot}/ssh_keys`;
    expect((await other.api.get(keys)).status).toBe(403);
    expect((await other.api.post(keys, undefined, { raw: '{' })).status).toBe(403);
    expect((await other.api.get(stored)).status).toBe(404);
    expect((await other.api.delete(stored)).status).toBe(404);
    expect(await must(other.api.get(`${keys}?privileges`))).toMatchObject({ create: false, read: false });
    expect(await must(owner.api.get(`${keys}?privileges`))).toMatchObject({ create: true, read: true });
    expect(await must(admin.api.get(`${stored}?privileges`))).toMatchObject({ update: true, delete: true });
    const { results } = await must(
      admin.api.get(`/audit_events?target=${bot}&operation=ssh_key.create_of_bot`),
    );
    expect(results).toMatchObject([{ account: { id: owner.id }, target: { bot: { id: bot } } }]);
  });

  it('rests while the owner of the bot is not active', async () => {
    await must(admin.api.delete(`/users/${owner.id}`));
    expect((await machine.ssh(url, '-T')).output).toContain('Permission denied');
    await must(admin.api.put(`/bots/${bot}`, { owner: admin.id }));
    expect((await machine.ssh(url, '-T')).output).toContain('Hello');
    await must(admin.api.delete(stored));
    expect((await machine.ssh(url, '-T')).output).toContain('Permission denied');
  });
});
