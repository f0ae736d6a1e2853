import { execFile, spawnSync } from 'node:child_process';
import { access, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { permitHeaders, sealOf, writtenExchange, type OpenedTransfer } from '@holdfast/contracts';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { PushDecision, PushReport, TransferGrant, VcsKind, WholePush } from '@holdfast/vcs-spi';
import { ByteProcess } from './byte-process.js';

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '../..');
const entry = join(project, 'dist/byte-process/main.js');

/** The byte process is a program: it runs as it was built. */
const build = async (): Promise<void> => {
  const tsc = join(project, '../../node_modules/.bin/tsc');
  // A fault elsewhere in the service does not keep the program from being written.
  spawnSync(tsc, ['-b', project], { stdio: 'ignore' });
  await access(entry);
};

export interface SeededRepository {
  name: string;
  directory: string;
  /** A checkout, whose `main` is at `tip`. */
  work: string;
  url: string;
  tip: string;
}

/** A byte process of its own, behind a small HTTP front without credentials: `<site>/<repository>`. */
export class ByteProcessWorld {
  readonly reports: PushReport[] = [];
  readonly log: string[] = [];
  /** Commits that were signed. */
  readonly signed: string[] = [];
  /** Decides about pushes. */
  decide!: (push: WholePush) => Promise<PushDecision>;
  readonly bytes: ByteProcess;
  kind!: VcsKind;
  private site = '';
  private made = 0;
  private readonly front: Server;

  private constructor(readonly root: string) {
    this.yes();
    this.bytes = new ByteProcess({
      stateDirectory: join(root, 'state'),
      entry,
      stands: () => Promise.resolve({ allowed: true }),
      decide: (push) => this.decide(push),
      pushed: (report) => void this.reports.push(report),
      sign: ({ signing, commit }) => {
        this.signed.push(Buffer.from(commit, 'latin1').toString());
        return `-----BEGIN X-----\n${signing}\n`;
      },
      log: (message) => void this.log.push(message),
    });
    this.front = this.door();
  }

  static async start(): Promise<ByteProcessWorld> {
    await build();
    const world = new ByteProcessWorld(await mkdtemp(join(tmpdir(), 'hf-bytes-')));
    const git = vcsKinds.find(({ id }) => id === 'git');
    if (!git) throw new Error('git is no kind here');
    world.kind = await git.kind(world.bytes.link(git.id));
    world.bytes.use([world.kind]);
    await world.bytes.start();
    await new Promise<void>((resolve) => world.front.listen(0, '127.0.0.1', resolve));
    world.site = `http://127.0.0.1:${(world.front.address() as AddressInfo).port}`;
    return world;
  }

  async stop(): Promise<void> {
    this.front.closeAllConnections();
    this.front.close();
    await this.bytes.stop();
    expect(await this.children()).toEqual([]);
    await rm(this.root, { recursive: true, force: true });
  }

  /** Every push may go on. */
  yes(): void {
    this.decide = () => Promise.resolve({ accepted: true });
  }

  /** Asks for the refs of a repository of git with a permit, as a gateway would; the status. */
  async permitted({ address, permit }: OpenedTransfer, number: number): Promise<number> {
    if (!permit) throw new Error('no permit was given');
    const exchange = writtenExchange({ headers: {}, requestId: `request ${number}` });
    const request = { method: 'GET', path: '/advertise', exchange };
    const use = `${permit.name}.${number}.${sealOf(permit, number, request)}`;
    const headers = { [permitHeaders.use]: use, [permitHeaders.exchange]: exchange };
    const answer = await fetch(address + request.path, { headers });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** Everything that carries the mark of this engine. */
  async children(): Promise<string[]> {
    const found: string[] = [];
    for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      if (!environment.includes(`HOLDFAST_ENGINE=${join(this.root, 'state')}`)) continue;
      found.push((await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).replaceAll('\0', ' '));
    }
    return found;
  }

  async pid(): Promise<number> {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === process.pid && command.includes('byte-process/main.js')) return Number(pid);
    }
    throw new Error('there is no byte process');
  }

  git(args: string[], cwd = this.root): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      const env = {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: this.root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
      };
      execFile('git', [...identity, ...args], { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout: stdout.trim(), stderr }),
      );
    });
  }

  async commit(path: string): Promise<string> {
    await this.git(['commit', '-q', '--allow-empty', '-m', 'change'], path);
    return (await this.git(['rev-parse', 'HEAD'], path)).stdout;
  }

  async seeded(): Promise<SeededRepository> {
    const name = `r${(this.made += 1)}.git`;
    const directory = join(this.root, name);
    await this.kind.create(directory);
    const work = join(this.root, `w${this.made}`);
    await this.git(['init', '-q', '-b', 'main', work]);
    const tip = await this.commit(work);
    const url = `${this.site}/${name}`;
    expect((await this.git(['push', '-q', url, 'main'], work)).code).toBe(0);
    return { name, directory, work, url, tip };
  }

  async branchesOf(directory: string): Promise<Record<string, string>> {
    const snapshot = await this.kind.open(directory).branches?.snapshot();
    return Object.fromEntries((snapshot?.page(0, 1000) ?? []).map((branch) => [branch.id, branch.commit]));
  }

  async isReadyAgain(): Promise<void> {
    for (let left = 100; left > 0; left -= 1) {
      if ((await this.bytes.health()).ready) return;
      await sleep(50);
    }
    throw new Error('the byte process did not come back');
  }

  private door(): Server {
    return createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      const [, name, ...rest] = url.pathname.split('/');
      const advertise = rest.join('/') === 'info/refs';
      const service = (advertise ? url.searchParams.get('service') : rest[0])?.replace('git-', '') ?? '';
      const protocol = request.headers['git-protocol'];
      const headers: Record<string, string> =
        typeof protocol === 'string' ? { 'git-protocol': protocol } : {};
      const grant: TransferGrant = {
        kind: 'git',
        service,
        exchange: {
          method: advertise ? 'GET' : 'POST',
          path: advertise ? '/advertise' : '/rpc',
          headers,
        },
        directory: join(this.root, name),
        repository: name,
        principal: { account: 7 },
        owner: { company: 'c', account: 'a' },
      };
      this.bytes.open(grant).then(
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
  }
}
