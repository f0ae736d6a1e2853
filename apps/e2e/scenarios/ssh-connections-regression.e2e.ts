import { must } from '../clients/api.js';
import { RawSsh } from '../clients/raw-ssh.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { SshClient } from '../clients/ssh.js';
import {
  companyAdmin,
  newCompany,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
} from '../world.js';

/** What is open costs memory, and a question to identity at each change that concerns it. */
describe('Connections over SSH that have logged in', () => {
  let admin: Person;
  let project: ProjectAt;
  let gateway: SecondGateway;
  const open: RawSsh[] = [];

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    gateway = await SecondGateway.start({
      HOLDFAST_SSH_CONNECTIONS_ACCOUNT: '3',
      HOLDFAST_SSH_CONNECTIONS_COMPANY: '5',
    });
  });
  afterEach(() => {
    for (const raw of open.splice(0)) raw.end();
  });
  afterAll(() => gateway.stop());

  const arrive = async (machine: SshClient): Promise<'ready' | 'closed'> => {
    const { raw, login } = await RawSsh.open(machine, undefined, gateway.sshUrl);
    open.push(raw);
    return login;
  };
  const arriveThrice = async (machine: SshClient): Promise<void> => {
    for (let left = 3; left > 0; left -= 1) expect(await arrive(machine)).toBe('ready');
  };
  const newMachine = async (): Promise<SshClient> =>
    SshClient.of(await newMember(admin, project, 'developer'));

  it('are three of an account, and the next is told why it is none', async () => {
    const machine = await newMachine();
    await arriveThrice(machine);
    expect(await arrive(machine)).toBe('closed');
    const { output } = await machine.ssh(gateway.sshUrl, '-T');
    expect(output).toMatch(/Received disconnect .*:12: too many SSH connections of .* have 3 at most/);
    open.pop()?.end();
    open.pop()?.end();
    const said = async (): Promise<string> => (await machine.ssh(gateway.sshUrl, '-T')).output;
    for (let left = 50; left > 0 && !(await said()).includes('Hello'); left -= 1);
    expect(await said()).toContain('Hello');
  });

  it('are five of a company, whoever of it comes', async () => {
    const [first, second] = [await newMachine(), await newMachine()];
    await arriveThrice(first);
    expect([await arrive(second), await arrive(second)]).toEqual(['ready', 'ready']);
    expect(await arrive(second)).toBe('closed');
    expect((await (await newMachine()).ssh(gateway.sshUrl, '-T')).output).toContain('of the company');
  });

  it('open what each account with the key has, however many have it', async () => {
    const admins = await Promise.all(Array.from({ length: 11 }, () => newCompany()));
    const machine = await SshClient.make();
    for (const each of admins) await machine.store(each);
    const told = admins.slice(0, 10).map(({ id, company }) => `${id} of ${company}`);
    const greeting = (await machine.ssh(gateway.sshUrl, '-T')).output;
    expect(greeting).toContain(`Hello ${told.join(', ')}, accounts of other companies!`);
    const last = admins[10];
    const repository = await newRepository(last, await newProject(last));
    const draft = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'x' }] };
    await must(last.api.post(`${repository.path}/commits`, draft), 201);
    const url = new URL(String((await must(last.api.get(repository.path))).ssh_url));
    const { output } = await machine.ssh(gateway.sshUrl, `git-upload-pack '${url.pathname}'`);
    expect(output).toContain('refs/heads/main');
  });

  it('live on when their account is changed, and end with their key', async () => {
    const person = await newMember(admin, project, 'developer');
    const machine = await SshClient.make();
    const key = await machine.store(person);
    const repository = await newRepository(admin, project);
    const url = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    await arriveThrice(machine);
    await must(admin.api.put(`/users/${person.id}`, { first_name: 'New' }));
    for (const raw of open) expect(await raw.begin(`git-upload-pack '${url.pathname}'`)).not.toBe('closed');
    await must(person.api.delete(`/account/ssh_keys/${key}`));
    for (const raw of open) expect(await raw.closed).toBe('closed');
  });
});
