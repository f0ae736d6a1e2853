import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  limited,
  ResidentProgram,
  type ChildProcesses,
  type GivingUp,
  type ProgramCall,
} from '@holdfast/vcs-spi/engine';
import { findPrograms } from '../process/programs.js';
import { subversionEnvironment } from '../process/environment.js';
import { LeftConnections } from './left-connections.js';
import { serverConfig } from './server-config.js';
import { serverPerl } from './server-perl.js';
import { SharedMemory } from './shared-memory.js';

/** The user and group that nobody is, for a server that refuses to be root. */
const nobody = 65534;
const namespaces = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** What the server is started with. */
export interface DavServerSettings {
  children: ChildProcesses;
  /** Absolute; only the server uses it. */
  directory: string;
  /** The search path. */
  path: string;
  /** At a time, of all sorts. */
  connections: number;
  /** Most bytes of data that the process of one connection may have, and that all of them may have together. */
  memory: { each: number; together: number };
  /** How long it may work on for nobody (ms). */
  left: number;
}

/** Connections that are kept though nobody uses them, as each keeps a process: how many of one sort, how long (ms). */
export const keptConnections = { most: 8, time: 15_000 };

/**
 * A web server with Subversion in it, for all repositories, started when it is first needed. It listens on the
 * loopback interface, on another port after each start, and answers only those who know what was made up then. Each
 * connection has a process of its own: what a request takes, or breaks, is its own.
 */
export class DavServer {
  private readonly program: ResidentProgram;
  private readonly left: LeftConnections;
  private readonly memory: SharedMemory;
  private port = 0;
  private secret = '';

  constructor(private readonly settings: DavServerSettings) {
    this.program = new ResidentProgram(settings.children, {
      call: () => this.prepare(),
      probe: (signal) => this.probe(signal),
    });
    const pid = () => this.program.pid;
    this.left = new LeftConnections(pid, settings.left);
    this.memory = new SharedMemory(pid, settings.memory.together);
  }

  /** A connection of which nobody wants anything any more. */
  readonly giveUp: GivingUp = (socket, close, atOnce) => this.left.giveUp(socket, close, atOnce);

  /** Whether a process that was given up has let go by itself, by what `giveUp` answered. */
  hasLetGo(over: Promise<void>): boolean {
    return this.left.hasLetGo(over);
  }

  /** Where it is to be reached once `answers` has resolved. */
  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: this.port };
  }

  /** What it has to be told of every request. */
  identity(view: string, root: string, user: string): Record<string, string> {
    return {
      'x-hf-secret': this.secret,
      'x-hf-repo': view,
      'x-hf-root': root,
      'x-hf-user': user,
    };
  }

  /** It has been needed. */
  isStarted = false;

  /** Resolves while it answers; rejects with why it does not. */
  answers(): Promise<void> {
    this.isStarted = true;
    this.program.start();
    this.memory.watch();
    return this.program.answers();
  }

  stop(): Promise<void> {
    this.memory.stop();
    return this.program.stop();
  }

  private async prepare(): Promise<ProgramCall> {
    const { directory, path, connections, memory } = this.settings;
    const programs = await findPrograms(path);
    this.port = await freePort();
    this.secret = randomBytes(24).toString('hex');
    const config = join(directory, 'server.conf');
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(join(directory, 'HoldfastDav.pm'), serverPerl(this.secret, programs.perl), {
      mode: 0o600,
    });
    const told = serverConfig({ directory, port: this.port, programs, connections });
    await writeFile(config, told, { mode: 0o600 });
    const [program, ...args] = [
      ...(process.getuid?.() === 0 ? namespaces : []),
      ...[programs.server, '-d', directory, '-f', config, '-DFOREGROUND'],
    ];
    const call = { program, args, environment: subversionEnvironment(path) };
    return limited(call, memory.each);
  }

  /** Somebody else on its port would not refuse who has no secret in the same words. */
  private probe(signal: AbortSignal): Promise<void> {
    const options = { ...this.address, path: '/', agent: false as const, signal };
    return new Promise((resolve, reject) => {
      const asked = request(options, (response) => {
        response.resume();
        if (response.statusCode === 403) resolve();
        else reject(new Error(`the server answers ${response.statusCode}`));
      });
      asked.once('error', reject).end();
    });
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
