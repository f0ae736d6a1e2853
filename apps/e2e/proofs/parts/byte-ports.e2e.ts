/** @apart Has a storage node and a replica of the artifact service at another address. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteAuthority } from '@holdfast/platform/testing';
import { authorization, must } from '../../clients/api.js';
import { ask } from '../../clients/door.js';
import { freePort } from '../../clients/free-port.js';
import { git, WorkingCopy } from '../../clients/git.js';
import { until } from '../../clients/installation.js';
import { askMove, endedMoves } from '../../clients/moves.js';
import { SecondGateway } from '../../clients/second-gateway.js';
import { SecondNode } from '../../clients/second-node.js';
import { SshClient } from '../../clients/ssh.js';
import { endedPart, startedPart } from '../../clients/started-part.js';
import { scratch, unique } from '../../scratch.js';
import { access, home } from '../../system.js';
import {
  newCompany,
  newProject,
  newRepository,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../../world.js';

/** What the installation's own gateway has said about addresses to which it does not connect. */
const refusals = (): string[] =>
  readFileSync(join(home, 'log/holdfast.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('a service says that bytes are where this gateway does not connect to'));

/** Stands for a second machine; nobody there is reached by the parts that were told nothing. */
const elsewhere = { HOLDFAST_BYTES_LISTEN: '127.0.0.2:0', HOLDFAST_BYTES_PEERS: '127.0.0.0/8:*' };

describe('A node and a replica on another address', () => {
  let admin: Person;
  let project: ProjectAt;
  let node: SecondNode;
  let replica: ChildProcess;
  /** Which reaches both addresses, and no files of artifacts. */
  let gateway: SecondGateway;
  let machine: SshClient;
  let repository: RepositoryAt;
  let copy: WorkingCopy;

  beforeAll(async () => {
    admin = await newCompany();
    project = await newProject(admin);
    machine = await SshClient.of(admin);
    node = await SecondNode.start('node-2', elsewhere);
    replica = await startedPart('artifact', 'the replica', elsewhere);
    gateway = await SecondGateway.start({
      HOLDFAST_BYTES_PEERS: 'localhost:*, 127.0.0.0/8:*, [::1]:*',
      HOLDFAST_BLOBS: '',
    });
    repository = await newRepositoryThere();
    copy = await WorkingCopy.make(join(await scratch(), 'copy'));
  });
  afterAll(async () => {
    await gateway.stop();
    await endedPart(replica, 'SIGTERM');
    await node.stop();
  });

  const over = (door: { siteUrl: string }, url: string): string =>
    admin.in(url.replace(access.site_url, door.siteUrl));
  const there = (): string => over(gateway, repository.url);
  const fileAt = (api: string): Promise<Response> =>
    fetch(`${api}${repository.path}/commits/main/files/a`, {
      headers: { authorization: authorization(admin.keys) },
    });
  const sshOf = (door: string): string =>
    `${door}/${admin.company}/projects/${project.id}/repositories/git/${repository.id}`;

  it('take pushes and give clones over both doors, and files, where a gateway may go there', async () => {
    expect(node.has(repository.uuid)).toBe(true);
    const commit = await copy.commit('a', 'a'.repeat(100_000));
    expect(await copy.push(there(), 'HEAD:main')).toMatchObject({ status: 0 });
    const clone = await WorkingCopy.clone(there(), join(await scratch(), 'clone'));
    expect(await clone.must('rev-parse', 'HEAD')).toBe(commit);
    const listed = await git('/', ...machine.configuration, 'ls-remote', sshOf(gateway.sshUrl));
    expect(listed.output).toContain(commit);
    const raw = await fileAt(gateway.apiUrl);
    expect(await raw.text()).toBe('a'.repeat(100_000));
  });

  it('are not reached by a gateway that may not go there: 503, and a line of its log for each', async () => {
    const before = refusals().length;
    const { status, output } = await git('/', 'ls-remote', admin.in(repository.url));
    expect({ status, output }).toEqual({ status: 128, output: expect.stringContaining('503') as string });
    await until(() => refusals().length === before + 1);
    expect(refusals().at(-1)).toMatch(/http:\/\/127\.0\.0\.2:\d+: HOLDFAST_BYTES_PEERS does not allow it/);
    const refused = await git('/', ...machine.configuration, 'ls-remote', sshOf(access.ssh_url));
    expect(refused.output).toContain('the repository cannot be reached, try again');
    const raw = await fileAt(access.api_url);
    expect(raw.status).toBe(503);
    expect(raw.headers.get('retry-after')).toMatch(/^\d+$/);
    await until(() => refusals().length === before + 3);
    expect((await copy.push(admin.in(repository.url), 'HEAD:other')).status).not.toBe(0);
    expect((await git('/', 'ls-remote', there())).output).not.toContain('other');
  });

  it('take and give files of artifacts', async () => {
    expect(await statuses(gateway)).toEqual(new Set([200, 201]));
    // By chance, again: each of the two is asked about as often.
    expect(await statuses({ siteUrl: access.site_url })).toEqual(new Set([200, 201, 503]));
  });

  it('are not sent a repository by a node that may not go there', async () => {
    const own = await newRepositoryHere();
    await expect(endedMoves(await askMove(admin, project, own, 'node-2'))).rejects.toThrow(
      /a move has failed: http:\/\/127\.0\.0\.2:\d+: HOLDFAST_BYTES_PEERS does not allow it/,
    );
    expect(node.has(own.uuid)).toBe(false);
  });

  it('give repositories to nodes to which they may go, while they are used', async () => {
    const tip = await copy.commit('b', 'b');
    expect(await copy.push(there(), 'HEAD:main')).toMatchObject({ status: 0 });
    await endedMoves(await askMove(admin, project, repository, 'node-1'));
    for (const url of [there(), admin.in(repository.url)])
      expect((await git('/', 'ls-remote', url)).output).toContain(tip);
  });

  it('are reached by a name', async () => {
    const port = await freePort();
    await node.stop();
    await node.begin({
      HOLDFAST_BYTES_LISTEN: `0.0.0.0:${port}`,
      HOLDFAST_BYTES_URL: `http://localhost:${port}`,
      HOLDFAST_BYTES_PEERS: '127.0.0.0/8:*',
    });
    const named = await newRepositoryThere();
    expect(await copy.push(over(gateway, named.url), 'HEAD:main')).toMatchObject({ status: 0 });
    expect((await git('/', 'ls-remote', admin.in(named.url))).output).toContain('503');
    await until(() => refusals().at(-1)?.includes(`http://localhost:${port}: HOLDFAST_BYTES_PEERS`) === true);
    await must(admin.api.get(named.path));
  });

  it('speak TLS where they have files for it, with who has a certificate and nobody else', async () => {
    const authority = new ByteAuthority();
    const tlsOf = (...subjects: string[]): Record<string, string> => {
      const { cert, key, ca } = authority.issue(...subjects);
      return { HOLDFAST_BYTES_TLS_CERT: cert, HOLDFAST_BYTES_TLS_KEY: key, HOLDFAST_BYTES_TLS_CA: ca };
    };
    const secured = { ...elsewhere, ...tlsOf('IP:127.0.0.2') };
    await node.stop();
    await endedPart(replica, 'SIGTERM');
    await node.begin(secured);
    replica = await startedPart('artifact', 'the replica', secured);
    const secure = await SecondGateway.start({
      HOLDFAST_BYTES_PEERS: '127.0.0.1:*, https://127.0.0.2:*',
      HOLDFAST_BLOBS: '',
      ...tlsOf('DNS:gateway'),
    });
    try {
      const held = await newRepositoryThere();
      const tip = await copy.commit('c', 'c'.repeat(2_000_000));
      expect(await copy.push(over(secure, held.url), 'HEAD:main')).toMatchObject({ status: 0 });
      const clone = await WorkingCopy.clone(over(secure, held.url), join(await scratch(), 'clone'));
      expect(await clone.must('rev-parse', 'HEAD')).toBe(tip);
      expect((await git('/', 'ls-remote', over(gateway, held.url))).output).toContain('503');
      expect(await statuses(secure)).toEqual(new Set([200, 201]));
      expect(await statuses(gateway)).toEqual(new Set([200, 201, 503]));
      await endedMoves(await askMove(admin, project, held, 'node-1'));
      expect((await git('/', 'ls-remote', admin.in(held.url))).output).toContain(tip);
    } finally {
      await secure.stop();
    }
  });

  /** What twenty uploads are answered, and reads of what was taken. */
  const statuses = async (door: { siteUrl: string }): Promise<Set<number>> => {
    const { url } = await newRepository(admin, project, 'maven');
    const found = new Set<number>();
    for (let left = 20; left > 0; left -= 1) {
      const name = unique('lib');
      const file = `${url.replace(access.site_url, door.siteUrl)}/org/example/${name}/1.0/${name}-1.0.jar`;
      const body = 'b'.repeat(300_000);
      const put = await ask('PUT', file, admin, { body });
      await put.text();
      found.add(put.status);
      if (put.status !== 201) continue;
      const got = await ask('GET', file, admin);
      found.add(got.status);
      const text = await got.text();
      if (got.status === 200) expect(text === body).toBe(true);
    }
    return found;
  };

  /** By chance: that none of thirty comes there happens once in 500 million times. */
  const newRepositoryThere = async (): Promise<RepositoryAt> => {
    for (let left = 30; left > 0; left -= 1) {
      const made = await newRepository(admin, project);
      if (node.has(made.uuid)) return made;
    }
    throw new Error('no repository comes to the node');
  };
  const newRepositoryHere = async (): Promise<RepositoryAt> => {
    for (;;) {
      const made = await newRepository(admin, project);
      if (!node.has(made.uuid)) return made;
    }
  };
});
