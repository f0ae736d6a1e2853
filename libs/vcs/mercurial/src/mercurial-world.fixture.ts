import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  PushAnswer,
  PushReport,
  ReceivedPush,
  TransferGate,
  TransferGrant,
  TransferStanding,
} from '@holdfast/vcs-spi';
import { linkTo } from '@holdfast/vcs-spi/conformance';
import { growing } from './growing.fixture.js';
import { mercurial } from './index.js';
import { mayPush } from './judged-mercurial-push.fixture.js';
import { MercurialEngine } from './mercurial.engine.js';
import { MercurialKind } from './mercurial.kind.js';
import { ResidentPython } from './resident-python.fixture.js';
import { StockClient, type Ended } from './stock-client.fixture.js';
import { clientModules, environment, modules, python, ready, stockProgram } from './stock-modules.fixture.js';
import type { MercurialLimits } from './transfer/mercurial-limits.js';

/** `describe` where Mercurial is there; the rest of the product works without it. */
export const describeMercurial = existsSync(modules) ? describe : describe.skip;

/** Without locks and caches: whoever reads what was just written has some of them. */
const copied = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, filter: (path) => !/\/\.hg\/(store\/lock|wlock|cache)$/.test(path) });

/**
 * The kind with its engine in one process, behind a small HTTP front without credentials:
 * `http://127.0.0.1:<port>/<role>/<name>`, role `developer` or `guest`.
 */
export class MercurialWorld implements TransferGate {
  readonly root = mkdtempSync(join(tmpdir(), 'hf-hg-'));
  readonly reports: PushReport[] = [];
  readonly pushes: ReceivedPush[] = [];
  /** Takes the place of the decision where a test sets it. */
  instead: ((push: ReceivedPush) => Promise<PushAnswer>) | undefined;
  /** Why no transfer is allowed any more, where a test sets it. */
  refused: string | undefined;
  /** The most bytes of a transfer, where a test sets it. */
  room: number | undefined;
  readonly storage = {
    room: ({ bytes }: { bytes: number }) =>
      Promise.resolve(bytes > (this.room ?? Infinity) ? { refused: 'over the limit é' } : { held: bytes }),
    left: () => undefined,
    wrote: () => undefined,
  };
  readonly engine: MercurialEngine;
  readonly kind: MercurialKind;
  private readonly client = new StockClient(stockProgram, { ...environment, PYTHONPATH: clientModules });
  private readonly resident = new ResidentPython(python, environment, `${join(this.root, 'state')}-of-tests`);
  private readonly server: Server;
  private port = 0;
  private made = 0;

  constructor(limits: Partial<MercurialLimits> = {}) {
    this.engine = new MercurialEngine({
      stateDirectory: join(this.root, 'state'),
      path: `${modules}/bin:/usr/local/bin:/usr/bin:/bin`,
      gate: this,
      workers: 2,
      limits,
    });
    this.kind = new MercurialKind(linkTo(this.engine));
    this.server = createServer((request, response) => {
      const [, role, name = '', query = ''] = /^\/(\w+)\/([^?]*)\??(.*)$/.exec(request.url ?? '') ?? [];
      const asked = mercurial.http.asked(request, { base: '/', rest: name, query });
      if ('status' in asked) return void response.writeHead(asked.status, asked.reason).end();
      if (asked.refused) return void response.writeHead(asked.refused.status, asked.refused.reason).end();
      const { service, exchange, repository } = asked;
      if (service === 'write' && role === 'guest') return void response.writeHead(403, 'only reading').end();
      const grant = this.grant({ service, exchange, name: repository, role });
      this.engine.exchange(grant, request, response).catch(() => response.destroy());
    });
  }

  grant(asked: Pick<TransferGrant, 'service' | 'exchange'> & { name: string; role: string }): TransferGrant {
    const { service, exchange, name, role } = asked;
    return {
      ...{ kind: 'mercurial', service, exchange, repository: name, principal: role, metered: true },
      directory: this.directory(name),
      owner: { company: 'acme', account: role },
    };
  }

  async start(): Promise<void> {
    await this.engine.start();
    await this.kind.health();
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  stands(): Promise<TransferStanding> {
    const { refused: reason } = this;
    return Promise.resolve(reason === undefined ? { allowed: true } : { allowed: false, reason });
  }

  decide(push: ReceivedPush): Promise<PushAnswer> {
    this.pushes.push({ ...push, updates: [...push.updates] });
    return this.instead ? this.instead(push) : mayPush(push, this.kind);
  }

  ended(report: PushReport): Promise<void> {
    this.reports.push(report);
    return Promise.resolve();
  }

  directory(name: string): string {
    return join(this.root, 'repositories', name);
  }

  freshDirectory(): string {
    return this.directory(`r${(this.made += 1)}`);
  }

  /** Where nothing is yet. */
  place(name: string): string {
    return join(this.root, `${name}-${(this.made += 1)}`);
  }

  /** A fresh one, or one like another one is now. */
  async repository(
    like?: string,
  ): Promise<{ name: string; directory: string; url: string; reading: string }> {
    const directory = this.freshDirectory();
    const name = `r${this.made}`;
    await (like === undefined ? this.kind.create(directory) : copied(like, directory));
    const site = `http://127.0.0.1:${this.port}`;
    return { name, directory, url: `${site}/developer/${name}`, reading: `${site}/guest/${name}` };
  }

  /** Runs the stock client. */
  hg(cwd: string, ...args: string[]): Promise<Ended> {
    return this.client.run(cwd, args);
  }

  async must(cwd: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.hg(cwd, ...args);
    if (code !== 0) throw new Error(`hg ${args.join(' ')}: ${output}`);
    return output;
  }

  /** A working repository: a fresh one, or one like another one is now. */
  async work(like?: string): Promise<string> {
    const path = this.place('work');
    if (like === undefined) await this.must(this.root, 'init', path);
    else await copied(like, path);
    return path;
  }

  /** Copies of what is made once: that costs less than to make it. */
  copies<T extends { directory: string; work: string }>(
    make: () => Promise<T>,
  ): () => Promise<T & { url: string }> {
    let once: Promise<T> | undefined;
    return async () => {
      const made = await (once ??= make());
      const { url, directory } = await this.repository(made.directory);
      return { ...made, url, directory, work: await this.work(made.work) };
    };
  }

  /** Commits a file; answers the id. */
  async commit(work: string, file: string, text: string | Buffer, ...args: string[]): Promise<string> {
    await writeFile(join(work, file), text);
    const words = ['-qA', '-m', `Change ${file}`, '-u', 'A U Thor <author@example.org>', ...args];
    await this.must(work, 'commit', ...words);
    return this.must(work, 'log', '-r', '.', '-T', '{node}');
  }

  /** Adds commits to a branch of a repository by a push of its files. */
  async grow(directory: string, branch: string, count: number): Promise<string[]> {
    const asked = [directory, branch, count, `f${(this.made += 1)}`];
    return JSON.parse(await this.script(this.root, growing, JSON.stringify(asked))) as string[];
  }

  /** What a short program of Python prints that knows Mercurial. It runs in a process with others, one at a time. */
  async script(cwd: string, text: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.resident.run(text, cwd, args);
    if (code !== 0) throw new Error(output);
    return output;
  }

  /** The same by itself, for what takes long or much: a file, or `-c` and its text; and its arguments. */
  async python(cwd: string, words: string[]): Promise<Ended> {
    const program = await python();
    const told = words[0] === '-c' ? ['-c', ready + words[1], ...words.slice(2)] : words;
    return new Promise((resolve) => {
      execFile(program, told, { cwd, env: environment }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}`.trim() });
      });
    });
  }

  /** Of Mercurial, as a number: 702 is 7.2. */
  async version(): Promise<number> {
    const said = await this.script(this.root, 'from mercurial import util\nprint(util.version().decode())');
    const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? [];
    return Number(major) * 100 + Number(minor);
  }

  async stop(): Promise<void> {
    await Promise.all([this.client.stop(), this.resident.stop()]);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.engine.stop();
  }

  /** Those of the engine. */
  async processes(): Promise<number[]> {
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.includes(`${join(this.root, 'state')}\0`)) found.push(Number(pid));
    }
    return found;
  }

  /** Processes of the engine that should be gone, and unfinished directories; then removes everything. */
  async leftovers(): Promise<string[]> {
    const found = (await this.processes()).map((pid) => `process ${pid}`);
    const repositories = await readdir(join(this.root, 'repositories')).catch(() => []);
    found.push(...repositories.filter((name) => name.startsWith('.')));
    await rm(this.root, { recursive: true, force: true });
    return found;
  }
}
