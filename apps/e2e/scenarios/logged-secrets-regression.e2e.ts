import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Api, must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { SshClient } from '../clients/ssh.js';
import { endedImport } from '../imported.js';
import { scratch, unique } from '../scratch.js';
import { access, home } from '../system.js';
import {
  newCompany,
  newProject,
  newRepository,
  Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

/** What the installation has logged, also before its file was set aside. */
const logged = async (): Promise<string> => {
  const file = join(home, 'log/holdfast.log');
  const texts = await Promise.all([`${file}.1`, file].map((each) => readFile(each, 'utf8').catch(() => '')));
  return texts.join('\n');
};

describe('The log', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  /** All that nobody else may know, by what it is. */
  const secrets = new Map<string, string>();
  const secret = (what: string, value = randomBytes(16).toString('hex')): string => {
    secrets.set(what, value);
    return value;
  };
  /** As it stands in a header: that is in no log either. */
  const basicOf = (who: string, password: string): string => {
    const sent = Buffer.from(`${who}:${password}`).toString('base64');
    return `Basic ${secret(`header ${secrets.size}, of ${who}`, sent)}`;
  };
  const statusOf = async (basic: string): Promise<number> =>
    (await ask('GET', `${repository.url}/info/refs?service=git-upload-pack`, { basic })).status;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin, { visibility: 'company' });
    repository = await newRepository(admin, project);
  });

  it('has no key and no password of those who are let in', async () => {
    const password = secret('a password', `Aa4${randomBytes(9).toString('hex')}`);
    const id = unique('user');
    await must(admin.api.post('/users', { id, email: `${id}@example.org`, password }), 201);
    const person = await Person.login(admin.company, id, password);
    secret('the key of a person', person.keys.account_key);
    secret('the key of the admin', admin.keys.account_key);
    secret('the key of the company', admin.keys.company_key);
    secret('the password of the admin', admin.password);
    expect(await statusOf(basicOf(admin.id, admin.password))).toBe(200);
    const { company_key, account_key } = admin.keys;
    const query = new URLSearchParams({ company_key, account_key }).toString();
    await new Api().get(`/projects?${query}`);
    const bot = await must(admin.api.post('/bots', { id: unique('bot') }), 201);
    // It is let in, and has no role in the project.
    expect(await statusOf(basicOf(bot.id, secret('the key of a bot', String(bot.account_key))))).toBe(404);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    expect((await copy.git('push', '-q', admin.in(repository.url), 'main')).status).toBe(0);
  });

  it('has nothing of what was tried in vain', async () => {
    const { company, id } = admin;
    const login = (body: object): Promise<{ status: number }> => new Api().post('/account/sessions', body);
    const wrong = secret('a wrong password');
    expect((await login({ company, login: id, password: wrong })).status).toBe(401);
    expect(
      (await login({ company, login: secret('a password in place of the login'), password: wrong })).status,
    ).toBe(401);
    expect(
      (await login({ company: secret('a password in place of the company'), login: id, password: wrong }))
        .status,
    ).toBe(401);
    expect(await statusOf(basicOf(id, secret('a wrong key')))).toBe(401);
    const keys = { company_key: secret('a company key'), account_key: secret('an account key') };
    expect((await new Api(keys).get('/projects')).status).toBe(401);
    const person = {
      id: `no id: ${secret('a password in place of an id')}`,
      email: 5,
      password: [secret('a password in a list')],
    };
    expect((await admin.api.post('/users', person)).status).toBe(422);
    const raw = `{"password": "${secret('a password in what is no JSON')}"`;
    expect((await admin.api.post('/users', undefined, { raw })).status).toBe(400);
    expect((await new Api().get(`/account/password_recoveries/${secret('a token')}`)).status).toBe(404);
    const stranger = await SshClient.make();
    const { ssh_url: ssh } = await must(admin.api.get(repository.path));
    expect((await stranger.ssh(String(ssh), '-T')).status).not.toBe(0);
  });

  it('has no credentials of remotes, though it says what became of an import', async () => {
    const target = await newRepository(admin, project);
    const body = { url: repository.url, username: admin.id, password: secret('a password of a remote') };
    await must(admin.api.post(`${target.path}/actions/import`, body), 202);
    expect((await endedImport(admin, target)).state).toBe('failed');
    expect(await logged()).toContain(target.uuid);
  });

  it('has none of all these, and none of the operator', async () => {
    secret('the password of the first admin', access.password);
    secret('the company key of the first company', access.company_key);
    const text = (await logged()).toLowerCase();
    const found = [...secrets].filter(([, value]) => text.includes(value.toLowerCase()));
    expect(found.map(([what]) => what)).toEqual([]);
    expect(secrets.size).toBeGreaterThan(15);
  });
});
