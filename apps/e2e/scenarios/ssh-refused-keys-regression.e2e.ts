import ssh2 from 'ssh2';
import { must, type ApiObject } from '../clients/api.js';
import { ForgingAgent } from '../clients/forging-agent.js';
import { SshClient } from '../clients/ssh.js';
import { unique } from '../scratch.js';
import { access } from '../system.js';
import { newCompany, newProject, newRepository, newUser, type Person } from '../world.js';

interface Refused extends ApiObject {
  target: { type: string; id: string };
  address: string;
  detail: { count: number };
}

/** As passwords: somebody who tries is seen, where it shows which company he means. */
describe('SSH keys that are refused', () => {
  let admin: Person;
  let url: string;
  beforeEach(async () => {
    admin = await newCompany();
    const repository = await newRepository(admin, await newProject(admin));
    url = String((await must(admin.api.get(repository.path))).ssh_url);
  });

  const refusals = async (): Promise<Refused[]> => {
    const { results } = await must(admin.api.get('/audit_events?operation=session.create'), 200);
    return (results as (Refused & { outcome: string })[]).filter(({ outcome }) => outcome === 'refused');
  };

  it('are counted in the company whose repository was asked for, without an account', async () => {
    const stranger = await SshClient.of(await newUser(await newCompany()));
    const { pathname } = new URL(url);
    for (let count = 0; count < 2; count += 1)
      expect((await stranger.ssh(url, `git-upload-pack '${pathname}'`)).output).toContain(
        'no such repository',
      );
    expect(await refusals()).toMatchObject([
      { account: null, target: { type: 'account', id: '' }, address: '127.0.0.1', detail: { count: 2 } },
    ]);
  });

  it('are counted for a bot that rests', async () => {
    const owner = await newUser(admin);
    const bot = unique('bot');
    await must(owner.api.post('/bots', { id: bot }), 201);
    const machine = await SshClient.make();
    const key = { title: 'deploy', content: await machine.publicKey };
    await must(owner.api.post(`/bots/${bot}/ssh_keys`, key), 201);
    await must(admin.api.delete(`/users/${owner.id}`));
    expect((await machine.ssh(url, '-T')).output).toContain('Permission denied');
    expect(await refusals()).toMatchObject([{ target: { type: 'bot', id: bot }, address: '127.0.0.1' }]);
  });

  it('are counted for the account whose key somebody shows who does not own it', async () => {
    const user = await newUser(admin);
    const machine = await SshClient.of(user);
    const agent = new ForgingAgent(await machine.publicKey);
    const { hostname: host, port } = new URL(access.ssh_url);
    const client = new ssh2.Client();
    const end = new Promise((resolve) => client.on('error', resolve).on('ready', () => resolve('in')));
    client.connect({ host, port: Number(port), username: 'svc', agent });
    expect(String(await end)).toContain('authentication');
    client.destroy();
    expect((await refusals()).map(({ target }) => target.id)).toEqual([user.id]);
  });

  it('leave nothing where nobody has them', async () => {
    expect((await (await SshClient.make()).ssh(url, '-T')).output).toContain('Permission denied');
    expect(await refusals()).toEqual([]);
  });
});
