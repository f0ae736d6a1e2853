import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  DiskGate,
  PushAnswer,
  PushReport,
  ReceivedPush,
  TransferGate,
  TransferStanding,
} from '@holdfast/vcs-spi';
import { linkTo } from '@holdfast/vcs-spi/conformance';
import { subversionHttp } from './door/subversion-http.js';
import { LimitedStorage } from './limited-storage.fixture.js';
import { findPrograms } from './process/programs.js';
import { youngestIn } from './process/youngest.js';
import { SubversionEngine } from './subversion.engine.js';
import { SubversionKind } from './subversion.kind.js';
import type { SubversionLimits } from './transfer/subversion-limits.js';

export interface ClientEnd {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Where setup puts them as an ordinary user, before those of the system. */
const own = join(import.meta.dirname, '../../../../.tools/subversion/bin');
/** Where the programs are looked for. */
export const programPath = `${own}:/usr/local/bin:/usr/bin:/bin`;
const base = '/acme/projects/web/repositories/subversion/';

/** Whether the programs are here. */
export const isInstalled = await findPrograms(programPath).then(
  () => true,
  () => false,
);

/**
 * `describe` where the programs are here. Where setup could not obtain them, `tools/test` counts the suite as skipped,
 * and CI takes that for a failure.
 */
export const describeSubversion = isInstalled ? describe : describe.skip;

/**
 * The kind with its engine in one process, behind a small HTTP front that takes any password: what the account is
 * called says what it may do (`admin`, `developer`, all others read). It takes programs of `<root>/programs` first.
 */
export class SubversionWorld implements TransferGate {
  readonly root = mkdtempSync(join(tmpdir(), 'subversion-'));
  readonly pushes: { updates: ReceivedPush['updates'] }[] = [];
  readonly reports: PushReport[] = [];
  /** Takes the place of the decision where a test sets it. */
  instead: ((push: ReceivedPush) => Promise<PushAnswer>) | undefined;
  /** Bytes that may be written until the disk is full, where a test sets them. */
  room = Infinity;
  /** So often is the right to a transfer there when it is looked at, where a test sets it. */
  looks = Infinity;
  readonly disk: DiskGate = {
    take: (bytes) => Promise.resolve((this.room -= bytes) >= 0),
    hold: () => Promise.resolve(() => undefined),
    level: () => Promise.resolve('enough' as const),
  };
  readonly storage = new LimitedStorage();
  readonly engine: SubversionEngine;
  readonly kind: SubversionKind;
  private readonly server: Server;
  private made = 0;

  constructor(limits: Partial<SubversionLimits> = {}) {
    this.engine = new SubversionEngine({
      ...{ stateDirectory: join(this.root, 'state'), gate: this, limits },
      path: `${join(this.root, 'programs')}:${programPath}`,
      networks: ['127.0.0.0/8'],
    });
    this.kind = new SubversionKind(linkTo(this.engine));
    this.server = createServer((request, response) => {
      const credentials = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1];
      if (credentials === undefined)
        return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
      const [author] = Buffer.from(credentials, 'base64').toString().split(':');
      const [address, query = ''] = (request.url ?? '').split('?');
      const asked = subversionHttp.asked(request, { base, rest: address.slice(base.length), query });
      if (!('exchange' in asked)) return void response.writeHead(asked.status).end();
      if (asked.refused) return void response.writeHead(asked.refused.status).end(asked.refused.reason);
      const { service, exchange, repository } = asked;
      if (service === 'revise' && author !== 'admin') return void response.writeHead(403).end();
      const grant = {
        ...{ kind: 'subversion', service, exchange, repository, author, principal: author },
        ...{ directory: this.directoryOf(repository), owner: { company: 'acme', account: author } },
        ...this.storage.metered,
      };
      this.engine.exchange(grant, request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
  }

  /** A world for the tests of the suite that is being described. Nothing half made may be left at its end. */
  static ofSuite(limits?: Partial<SubversionLimits>): SubversionWorld {
    const world = new SubversionWorld(limits);
    beforeAll(() => world.start());
    afterAll(async () => {
      await world.stop();
      expect(await world.leftovers()).toEqual([]);
    });
    return world;
  }

  async start(): Promise<void> {
    await this.engine.start();
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    await this.engine.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async leftovers(): Promise<string[]> {
    const names = await readdir(this.root, { recursive: true });
    await rm(this.root, { recursive: true, force: true });
    return names.filter((name) => /\.new(\/|$)/.test(name));
  }

  stands(): Promise<TransferStanding> {
    if (this.looks === 0) return Promise.resolve({ allowed: false, reason: 'no such repository' });
    this.looks -= 1;
    return Promise.resolve({ allowed: true });
  }

  decide(push: ReceivedPush): Promise<PushAnswer> {
    this.pushes.push({ updates: [...push.updates] });
    return this.instead?.(push) ?? Promise.resolve({ accepted: true });
  }

  ended(report: PushReport): Promise<void> {
    this.reports.push(report);
    return Promise.resolve();
  }

  /** A new repository; its directory and its address. */
  async repository(layout = true): Promise<{ directory: string; url: string }> {
    const name = `r${(this.made += 1)}`;
    const directory = this.directoryOf(name);
    await this.kind.create(directory, { layout, author: 'admin' });
    return {
      directory,
      url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${base}${name}`,
    };
  }

  freshDirectory(): string {
    return this.directoryOf(`f${(this.made += 1)}`);
  }

  /** Commits past the engine, as another program would: a file at the root, and one on the branch. */
  async commit(directory: string, branch: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    const place = branch === 'HEAD' ? 'trunk' : `branches/${branch}`;
    for (let at = 0; at < count; at += 1) {
      const name = `file-${(this.made += 1)}`;
      const there = await this.svn('svnlook', ['tree', '-N', directory, place]);
      const above = there.code === 0 ? [] : await this.missing(directory, place);
      const names = [name, `${place}/on-branch-${this.made}`];
      const files = names.flatMap((each) => ['put', '/etc/hostname', each]);
      const as = ['-u', 'ann', '-m', 'change', '-U', `file://${directory}`];
      await this.must('svnmucc', [...as, ...above, ...files]);
      ids.push(String(await youngestIn(directory)));
    }
    return ids;
  }

  svn(program: string, args: string[], cwd = this.root): Promise<ClientEnd> {
    const env = { PATH: programPath, HOME: this.root, LC_ALL: 'C.UTF-8' };
    return new Promise((resolve) => {
      const options = { cwd, env, maxBuffer: 64 << 20, timeout: 60_000 };
      execFile(program, args, options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  }

  async must(program: string, args: string[], cwd?: string): Promise<string> {
    const { code, stdout, stderr } = await this.svn(program, args, cwd);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
    return stdout;
  }

  /** The stock client, as an account. */
  as(account: string, args: string[], cwd?: string, program = 'svn'): Promise<ClientEnd> {
    const who = ['--username', account, '--password', 'x', '--non-interactive', '--no-auth-cache'];
    return this.svn(program, [...args, ...who], cwd);
  }

  /** A request that no stock client would make; `below` follows the address of a repository as it stands. */
  raw(
    account: string,
    method: string,
    url: string,
    below: string,
    { body, ...headers }: { body?: string | Buffer } & Record<string, string | Buffer | undefined> = {},
  ): Promise<RawAnswer> {
    const { port, pathname } = new URL(url);
    const authorization = `Basic ${Buffer.from(`${account}:x`).toString('base64')}`;
    // Node says no length of its own for DELETE.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = {
      'content-type': 'text/xml',
      ...length,
      ...(headers as Record<string, string>),
      authorization,
    };
    const path = `${pathname}${below}`;
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers: sent, agent: false as const };
      const asked = request(options, (answer) => {
        let text = '';
        const { statusCode: status = 0, headers: told } = answer;
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.once('close', () => resolve({ status, headers: told, text }));
      });
      asked.once('error', reject).end(body);
    });
  }

  private async missing(directory: string, place: string): Promise<string[]> {
    const above =
      place.includes('/') && (await this.svn('svnlook', ['tree', '-N', directory, 'branches'])).code !== 0;
    return [...(above ? ['mkdir', 'branches'] : []), 'mkdir', place];
  }

  private directoryOf(name: string): string {
    return join(this.root, 'repositories', name);
  }
}
