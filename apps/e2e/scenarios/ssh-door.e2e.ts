import { connect } from 'node:net';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { git, remoteRefs, WorkingCopy } from '../clients/git.js';
import { run } from '../clients/program.js';
import { SshClient } from '../clients/ssh.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import {
  companyAdmin,
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('The SSH door', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let url: string;
  let client: SshClient;
  let copy: WorkingCopy;
  let tip: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    repository = await newRepository(admin, project);
    url = String((await must(admin.api.get(repository.path))).ssh_url);
    client = await SshClient.of(admin);
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    tip = await copy.commit('two.txt', 'two');
    await copy.must(...client.configuration, 'push', '-q', url, 'main');
  });

  const over = (machine: SshClient, ...words: string[]) => copy.git(...machine.configuration, ...words);

  it('is where ssh_url says, and shows the same as HTTP', async () => {
    expect(url.startsWith(`${access.ssh_url}/`)).toBe(true);
    const listed = await over(client, 'ls-remote', '--refs', url);
    expect(listed.stdout).toBe(`${tip}\trefs/heads/main\n`);
    expect(await remoteRefs(copy.directory, admin.in(repository.url))).toEqual({ 'refs/heads/main': tip });
  });

  it.each([
    ['ecdsa', 521],
    ['rsa', 2048],
  ])('opens with a key of %s', async (type, bits) => {
    const machine = await SshClient.of(admin, type, bits);
    expect(await over(machine, 'ls-remote', url)).toMatchObject({ status: 0 });
  });

  it('clones shallowly and in any version of the protocol, and pushes what was made there', async () => {
    for (const version of [0, 1, 2]) {
      const directory = join(await scratch(), 'clone');
      const settings = [...client.configuration, '-c', `protocol.version=${version}`];
      await copy.must(...settings, 'clone', '-q', '--depth=1', url, directory);
      expect((await git(directory, 'rev-list', '--count', 'HEAD')).stdout.trim()).toBe('1');
      const pushed = await git(directory, ...settings, 'push', 'origin', `HEAD:refs/heads/v${version}`);
      expect(pushed).toMatchObject({ status: 0 });
    }
    expect(Object.keys(await remoteRefs(copy.directory, admin.in(repository.url)))).toContain(
      'refs/heads/v2',
    );
  });

  it('brings commits that are signed with the key of an account, and shown as such while it has the key', async () => {
    const sign = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${client.keyFile}`, 'commit', '-S'];
    await copy.must('checkout', '-q', '-B', 'signed', tip);
    await copy.must(...sign, '--allow-empty', '-qm', 'Signed');
    await copy.must(...client.configuration, 'push', '-q', url, 'signed');
    const shown = async () =>
      (await must(admin.api.get(`${repository.path}/commits/signed`))).verification as object;
    expect(await shown()).toMatchObject({ state: 'verified', by: 'account', signer: { id: admin.id } });
    const lent = await SshClient.make();
    const other = await newMember(admin, project, 'developer');
    await copy.must(
      ...sign.map((word) => word.replace(client.keyFile, lent.keyFile)),
      '--allow-empty',
      '-qm',
      'Lent',
    );
    await copy.must(...client.configuration, 'push', '-qf', url, 'signed');
    expect(await shown()).toMatchObject({ state: 'unknown_key', by: null, signer: null });
    await lent.store(other);
    expect(await shown()).toMatchObject({ state: 'verified', signer: { id: other.id } });
  });

  it('shows why a push is refused', async () => {
    const guarded = await newRepository(admin, project);
    const address = url.replace(repository.id, guarded.id);
    await copy.must(...client.configuration, 'push', '-q', address, 'main');
    await must(admin.api.put(`${guarded.path}/branches/main`, { protected: true }));
    const developer = await SshClient.of(await newMember(admin, project, 'developer'));
    await copy.must('checkout', '-q', '-B', 'topic', tip);
    await copy.commit('three.txt', 'three');
    const { status, output } = await over(developer, 'push', address, 'topic:main', 'topic:free');
    expect(status).not.toBe(0);
    expect(output).toMatch(/^remote: main: protected branch: only a project admin may push to it/m);
    expect(await remoteRefs(copy.directory, admin.in(guarded.url))).toEqual({ 'refs/heads/main': tip });
  });

  it('lets a guest read and not push, in the words of HTTP', async () => {
    const guest = await newMember(admin, project, 'guest');
    const machine = await SshClient.of(guest);
    expect(await over(machine, 'ls-remote', url)).toMatchObject({ status: 0 });
    expect((await over(machine, 'push', url, 'main:other')).output).toContain(
      'you may read this repository, but not push to it',
    );
  });

  it('tells nobody what he may not see, and what is not there, apart', async () => {
    const outsider = await newUser(admin);
    const foreigner = await newCompany();
    const answers = await Promise.all(
      [await SshClient.of(outsider), await SshClient.of(foreigner)].flatMap((machine) =>
        [url, `${url}x`, url.replace(admin.company, 'nobody')].map((address) =>
          over(machine, 'ls-remote', address),
        ),
      ),
    );
    for (const { status, output } of answers) {
      expect(status).toBe(128);
      expect(output).toMatch(/^no such repository, or not visible to you\n/m);
    }
    const { output } = await git(copy.directory, 'ls-remote', outsider.in(`${repository.url}x`));
    expect(output).toContain('not found');
  });

  it('refuses a key that nobody has, and every other user name', async () => {
    const stranger = await SshClient.make();
    expect((await over(stranger, 'ls-remote', url)).output).toContain('Permission denied (publickey)');
    expect((await over(client, 'ls-remote', url.replace('svc@', 'root@'))).output).toContain(
      'Permission denied',
    );
  });

  it.each([[['-T']], [['ls', '/']], [['-s', 'sftp']], [['git-upload-pack']], [['git', 'status']]])(
    'answers %j with one line that names the account',
    async (words: string[]) => {
      const { status, output } = await client.ssh(url, ...words);
      expect(status).toBe(1);
      expect(output).toMatch(/^(?:Warning: .*\n)?Hello [^\n]*admin of [^\n]*only git[^\n]*\r\n$/);
    },
  );

  it('forwards nothing', async () => {
    const { status, output } = await client.ssh(
      url,
      '-T',
      '-oExitOnForwardFailure=yes',
      '-R0:127.0.0.1:22',
      'git-upload-pack',
    );
    expect([status, output]).toEqual([255, expect.stringContaining('remote port forwarding failed')]);
    const through = await client.ssh(url, '-W127.0.0.1:22');
    expect([through.status, through.output]).toEqual([
      255,
      expect.stringContaining('administratively prohibited'),
    ]);
    const display = await client.ssh(url, '-Y', 'git-upload-pack');
    expect([display.status, display.output]).toEqual([
      1,
      expect.stringMatching(/X11 forwarding request failed[^]*Hello/),
    ]);
  });

  it('carries several conversations in one connection', async () => {
    const control = join(client.directory, 'control');
    const shared = [
      ...client.options,
      '-o',
      'ControlMaster=auto',
      '-o',
      `ControlPath=${control}`,
      '-o',
      'ControlPersist=5',
    ];
    const configuration = ['-c', `core.sshCommand=ssh ${shared.join(' ')}`];
    await copy.must(...configuration, 'ls-remote', url);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => copy.git(...configuration, 'ls-remote', '--refs', url)),
    );
    for (const { status, stdout } of all) expect([status, stdout]).toEqual([0, expect.stringContaining(tip)]);
  });

  it('gives an archive to who may read', async () => {
    const { status, stdout } = await over(client, 'archive', `--remote=${url}`, 'main');
    expect([status, stdout]).toEqual([0, expect.stringContaining('two.txt')]);
  });

  it('names no place on the disk of the server, whatever it is asked for', async () => {
    const { host, pathname } = new URL(url);
    const odd = ['../../x', '/etc/passwd', `${pathname}/../..`, `${pathname}/objects`, '~root', '//', "a'b"];
    const answers = await Promise.all([
      ...odd.map((path) => over(client, 'ls-remote', `ssh://svc@${host}/${path}`)),
      over(client, 'archive', `--remote=${url}`, 'main', '../../x'),
      over(client, 'archive', `--remote=${url}`, 'main', '/etc/passwd'),
      over(client, 'archive', `--remote=${url}`, 'none'),
    ]);
    for (const { status, output } of answers) {
      expect(status).not.toBe(0);
      expect(output).not.toMatch(/\/data\/|\.git\/|[0-9a-f]{8}-[0-9a-f]{4}-/);
    }
  });

  it('shows the same host keys again, of several types', async () => {
    const { hostname, port } = new URL(url);
    const keys = async (): Promise<string[]> => {
      const scan = ['-p', port, '-T', '20', hostname];
      const { stdout } = await run('ssh-keyscan', scan, { cwd: client.directory });
      return stdout
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .sort();
    };
    const known = await keys();
    expect(known.map((line) => line.split(' ')[1])).toEqual([
      'ecdsa-sha2-nistp256',
      'ssh-ed25519',
      'ssh-rsa',
    ]);
    expect(await keys()).toEqual(known);
  });

  it('ends a handshake that does not come to its end', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('SSH-2.0-slow\r\n');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  });
});
