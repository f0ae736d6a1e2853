import { must } from '../../clients/api.js';
import { packets, RawSsh } from '../../clients/raw-ssh.js';
import { SshClient } from '../../clients/ssh.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
} from '../../world.js';

/** Small packets cost the door much more time than their bytes are worth. */
describe('A client of the SSH door that sends small packets', () => {
  let admin: Person;
  let project: ProjectAt;
  let receiving: string;
  const open: RawSsh[] = [];

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const url = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    receiving = `git-receive-pack '${url.pathname}'`;
  });
  afterEach(() => {
    for (const raw of open.splice(0)) raw.end();
  });

  const arrive = async (before?: (raw: RawSsh) => void): ReturnType<typeof RawSsh.open> => {
    // Everybody has a name of his own, for what one has used up is used up.
    const arrived = await RawSsh.open(
      await SshClient.of(await newMember(admin, project, 'developer')),
      before,
    );
    open.push(arrived.raw);
    return arrived;
  };

  it('is sent away before its login', async () => {
    const { login } = await arrive((raw) => raw.say(packets.ignore(0), 5_000));
    expect(login).toBe('closed');
  });

  it.each(Object.keys(packets))('is sent away after its login: %s', async (sort) => {
    const { raw, login } = await arrive();
    expect(login).toBe('ready');
    const channel = await raw.begin(receiving);
    raw.say(packets[sort](Number(channel)), 60_000);
    expect(await raw.begin(receiving)).toBe('closed');
  });

  it('may say what clients say, as often as they do', async () => {
    const { raw, login } = await arrive((before) => before.say(packets.ignore(0), 500));
    expect(login).toBe('ready');
    const channel = Number(await raw.begin(receiving));
    for (const sort of Object.values(packets)) raw.say(sort(channel), 500);
    expect(await raw.begin(receiving)).not.toBe('closed');
  });
});
