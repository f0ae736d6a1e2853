import { jest } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { access, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { PushDecision, PushReport, VcsKind, WholePush } from '@holdfast/vcs-spi';
import { ByteProcess } from './byte-process.js';

jest.setTimeout(30_000);

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '../..');
const entry = join(project, 'dist/byte-process/main.js');
const zero = '0'.repeat(40);

/** The byte process is a program: it runs as it was built. */
const build = async (): Promise<void> => {
  const tsc = join(project, '../../node_modules/.bin/tsc');
  // A fault elsewhere in the service does not keep the program from being written.
  spawnSync(tsc, ['-b', project], { stdio: 'ignore' });
  await access(entry);
};

describe('the byte process', () => {
  let root: string;
  let bytes: ByteProcess;
  let kind: VcsKind;
  let front: Server;
  let site: string;
  let decide: (push: WholePush) => Promise<PushDecision>;
  let reports: PushReport[];
  let log: string[];

  beforeAll(async () => {
    await build();
    root = await mkdtemp(join(tmpdir(), 'hf-bytes-'));
    reports = [];
    log = [];
    bytes = new ByteProcess({
      stateDirectory: join(root, 'state'),
      entry,
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) => decide(push),
      pushed: (report) => void reports.push(report),
      log: (message) => void log.push(message),
    });
    const [git] = vcsKinds;
    kind = await git.kind(bytes.link(git.id));
    bytes.use([kind]);
    await bytes.start();
    front = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      const [, name, ...rest] = url.pathname.split('/');
      const advertise = rest.join('/') === 'info/refs';
      const service = (advertise ? url.searchParams.get('service') : rest[0])?.replace('git-', '') ?? '';
      const protocol = request.headers['git-protocol'];
      const headers: Record<string, string> =
        typeof protocol === 'string' ? { 'git-protocol': protocol } : {};
      const grant = {
        kind: 'git',
        service,
        exchange: {
          method: advertise ? 'GET' : 'POST',
          path: advertise ? '/advertise' : '/rpc',
          headers,
        },
        directory: join(root, name),
        repository: name,
        principal: { account: 7 },
        owner: { company: 'c', account: 'a' },
      };
      bytes.open(grant).then(
        ({ address, ticket }) => {
          const up = httpRequest(
            `${address}${advertise ? '/advertise' : '/rpc'}`,
            { method: request.method, headers: { ...request.headers, 'x-hf-ticket': ticket } },
            (answer) =>
              answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.statusMessage, answer.headers)),
          );
          up.on('error', () => response.destroy());
          response.on('close', () => up.destroy());
          request.pipe(up);
        },
        () => response.writeHead(503).end(),
      );
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    decide = () => Promise.resolve({ accepted: true });
  });

  afterAll(async () => {
    front.closeAllConnections();
    front.close();
    await bytes.stop();
    expect(await children()).toEqual([]);
    await rm(root, { recursive: true, force: true });
  });

  /** Everything that carries the mark of this engine. */
  const children = async () => {
    const found: string[] = [];
    for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      if (!environment.includes(`HOLDFAST_ENGINE=${join(root, 'state')}`)) continue;
      found.push((await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).replaceAll('\0', ' '));
    }
    return found;
  };
  const git = (args: string[], cwd = root) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      const env = {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
      };
      execFile('git', [...identity, ...args], { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout: stdout.trim(), stderr }),
      );
    });
  const commit = async (path: string) => {
    await git(['commit', '-q', '--allow-empty', '-m', 'change'], path);
    return (await git(['rev-parse', 'HEAD'], path)).stdout;
  };
  let made = 0;
  const seeded = async () => {
    const name = `r${(made += 1)}.git`;
    const directory = join(root, name);
    await kind.create(directory);
    const work = join(root, `w${made}`);
    await git(['init', '-q', '-b', 'main', work]);
    const tip = await commit(work);
    const url = `${site}/${name}`;
    expect((await git(['push', '-q', url, 'main'], work)).code).toBe(0);
    return { name, directory, work, url, tip };
  };
  const branchesOf = async (directory: string) => {
    const snapshot = await kind.open(directory).branches?.snapshot();
    return Object.fromEntries((snapshot?.page(0, 1000) ?? []).map((branch) => [branch.id, branch.commit]));
  };
  const eventually = async (met: () => boolean | Promise<boolean>) => {
    for (let left = 100; left > 0; left -= 1) {
      if (await met()) return;
      await sleep(50);
    }
    throw new Error('it did not come about');
  };

  it('carries clones and pushes, and reports each push with what became of its refs', async () => {
    const { url, directory, work, name } = await seeded();
    const next = await commit(work);
    expect((await git(['push', '-q', url, 'main', 'main:topic'], work)).code).toBe(0);
    expect(await branchesOf(directory)).toEqual({ main: next, topic: next });
    const told = { repository: name, accepted: true, changed: true, principal: { account: 7 } };
    expect(reports.at(-1)).toMatchObject(told);
    expect((await git(['clone', '-q', url, join(root, 'clone')])).code).toBe(0);
  });

  it('asks the main process before a push lands, which may ask back whether it is forced', async () => {
    const { url, directory, work, tip } = await seeded();
    const next = await commit(work);
    await git(['push', '-q', url, 'main'], work);
    const asked: string[][] = [];
    decide = async (push) => {
      const forced = await push.forced(push.updates.map(({ ref }) => ref));
      asked.push([...forced]);
      const reasons = push.updates
        .filter(({ ref }) => forced.has(ref))
        .map(({ ref, name }) => ({ ref, name, rule: 'protected_force' as const, reason: 'not by force' }));
      return reasons.length > 0 ? { accepted: false, reasons } : { accepted: true };
    };
    const refused = await git(['push', url, `+${tip}:refs/heads/main`], work);
    expect(refused.stderr).toContain('remote: main: not by force');
    expect(await branchesOf(directory)).toEqual({ main: next });
    await commit(work);
    expect((await git(['push', '-q', url, 'main'], work)).code).toBe(0);
    expect(asked).toEqual([['refs/heads/main'], []]);
  });

  it('refuses a push that the main process fails to decide about', async () => {
    const { url, work } = await seeded();
    decide = () => Promise.reject(new Error('the roles are not known'));
    const refused = await git(['push', url, 'main:x'], work);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('remote: the server could not decide about this push, try again');
  });

  it('answers 403 without a body to everything without a good ticket', async () => {
    const { directory } = await seeded();
    const grant = {
      kind: 'git',
      service: 'upload-pack',
      exchange: { method: 'GET', path: '/advertise', headers: {} },
      directory,
      repository: 'u',
      principal: null,
      owner: { company: 'c', account: 'a' },
    };
    const { address, ticket } = await bytes.open(grant);
    const ask = async (path: string, init: RequestInit) => {
      const answer = await fetch(address + path, init);
      return [answer.status, await answer.text()];
    };
    const other = '0'.repeat(32);
    expect(await ask('/advertise', {})).toEqual([403, '']);
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': other } })).toEqual([403, '']);
    expect(await ask('/', {})).toEqual([403, '']);
    expect((await ask('/advertise', { headers: { 'x-hf-ticket': ticket } }))[0]).toBe(200);
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': ticket } })).toEqual([403, '']);
    const push = await bytes.open({
      ...grant,
      service: 'receive-pack',
      exchange: { method: 'POST', path: '/rpc', headers: {} },
    });
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': push.ticket } })).toEqual([403, '']);
  });

  it('creates and deletes branches, and tells refusals apart', async () => {
    const { directory, tip } = await seeded();
    const branches = kind.open(directory).branches;
    const actor = { name: 'A', email: 'a@example.org' };
    await branches?.create({ id: 'made', commit: tip, actor });
    expect(await branchesOf(directory)).toEqual({ main: tip, made: tip });
    await expect(branches?.create({ id: 'made', commit: tip, actor })).rejects.toMatchObject({
      code: 'name_in_use',
    });
    await expect(branches?.create({ id: 'x', commit: '1'.repeat(40), actor })).rejects.toMatchObject({
      code: 'not_a_commit',
    });
    await branches?.delete({ id: 'made', expected: tip, actor });
    expect(await branchesOf(directory)).toEqual({ main: tip });
  });

  it('reports its health', async () => {
    expect(await bytes.health()).toMatchObject({ ready: true, engines: { git: { ready: true } } });
  });

  it('is started again when it is killed, in the middle of a push as well, and leaves nothing', async () => {
    const { url, directory, work, tip } = await seeded();
    await commit(work);
    decide = async () => {
      process.kill(await pidOfByteProcess(), 'SIGKILL');
      await sleep(100);
      return { accepted: true };
    };
    const pushed = await git(['push', url, 'main'], work);
    expect(pushed.code).not.toBe(0);
    decide = () => Promise.resolve({ accepted: true });
    await eventually(async () => (await bytes.health()).ready);
    expect(log.join()).toContain('SIGKILL');
    expect(await branchesOf(directory)).toEqual({ main: tip });
    expect((await git(['push', '-q', url, 'main'], work)).code).toBe(0);
    const names = await readdir(directory, { recursive: true });
    expect(names.filter((name) => /tmp_|\.lock$/.test(name))).toEqual([]);
    expect((await branchesOf(directory)).main).not.toBe(tip);
  });

  it('begins no write for a decision that comes after the byte process has gone', async () => {
    const { url, directory, work } = await seeded();
    const began: string[] = [];
    const watched: VcsKind = Object.create(kind, {
      open: { value: (path: string) => (began.push(path), kind.open(path)) },
    }) as VcsKind;
    bytes.use([watched]);
    await commit(work);
    decide = async () => {
      process.kill(await pidOfByteProcess(), 'SIGKILL');
      await sleep(200);
      return { accepted: true };
    };
    expect((await git(['push', url, 'main'], work)).code).not.toBe(0);
    await sleep(200);
    expect(began).not.toContain(directory);
    bytes.use([kind]);
    await eventually(async () => (await bytes.health()).ready);
  });

  it('ends with all its children when the service that forked it is gone', async () => {
    const { directory, tip } = await seeded();
    await kind.open(directory).resolve(tip);
    expect((await children()).length).toBeGreaterThan(0);
    const pid = await pidOfByteProcess();
    await bytes.stop(100);
    await expect(access(`/proc/${pid}`)).rejects.toBeDefined();
    expect(await children()).toEqual([]);
    await expect(kind.open(directory).resolve(zero)).rejects.toMatchObject({ code: 'unavailable' });
  });

  const pidOfByteProcess = async (): Promise<number> => {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === process.pid && command.includes('byte-process/main.js')) return Number(pid);
    }
    throw new Error('there is no byte process');
  };
});
