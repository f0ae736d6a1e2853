import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  limited,
  LocalEngine,
  ResidentProgram,
  type ChildProcesses,
  type GivingUp,
  type ProgramCall,
} from '@holdfast/vcs-spi/engine';
import { findPrograms } from '../process/programs.js';
import { subversionEnvironment } from '../process/environment.js';
import { serverConfig, type ServerConnections } from './server-config.js';
import { LeftConnections } from './left-connections.js';
import { serverPerl } from './server-perl.js';

/** The user and group that nobody is, for a server that refuses to be root. */
const nobody = 65534;
const namespaces = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

export interface DavServerSettings {
  children: ChildProcesses;
  /** Absolute; only the server uses it. */
  directory: string;
  /** The search path. */
  path: string;
  connections: ServerConnections;
  /** How long it may work on for nobody (ms). */
  left: number;
  /** Each request has a process of its own: so many there are, and so many bytes of data each may have. */
  apart?: { processes: number; memory: number };
}

/**
 * A web server with Subversion in it, for all repositories, started when it is first needed. It listens on the
 * loopback interface, on another port after each start, and answers only those who know what was made up then.
 */
export class DavServer {
  /** Carries what clients ask. */
  readonly transfers: LocalEngine;
  /** Connections for our own questions. */
  readonly agent: Agent;
  /** Connections for files that clients read. */
  readonly contents: Agent;
  private readonly program: ResidentProgram;
  private readonly left: LeftConnections;
  private port_ = 0;
  private secret_ = '';

  constructor(private readonly settings: DavServerSettings) {
    this.program = new ResidentProgram(settings.children, {
      call: () => this.prepare(),
      probe: (signal) => this.probe(signal),
    });
    const { transfers, contents, questions } = settings.connections;
    const address = () => ({ host: '127.0.0.1', port: this.port });
    this.transfers = new LocalEngine(address, transfers, (socket, close) => this.giveUp(socket, close));
    this.agent = new Agent({ keepAlive: true, maxSockets: questions });
    this.contents = new Agent({ keepAlive: true, maxSockets: contents });
    this.left = new LeftConnections(() => this.program.pid, settings.left);
  }

  /** A connection of either sort of which nobody wants anything any more. */
  readonly giveUp: GivingUp = (socket, close) => this.left.giveUp(socket, close);

  /** Where it is to be reached once `answers` has resolved. */
  get port(): number {
    return this.port_;
  }

  /** What it wants to see in `X-Hf-Secret`. */
  get secret(): string {
    return this.secret_;
  }

  /** It has been needed. */
  isStarted = false;

  /** Resolves while it answers; rejects with why it does not. */
  answers(): Promise<void> {
    this.isStarted = true;
    this.program.start();
    return this.program.answers();
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.contents.destroy();
    this.transfers.close();
    await this.program.stop();
  }

  private async prepare(): Promise<ProgramCall> {
    const { directory, path, connections, apart } = this.settings;
    const programs = await findPrograms(path);
    this.port_ = await freePort();
    this.secret_ = randomBytes(24).toString('hex');
    const config = join(directory, 'server.conf');
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(join(directory, 'HoldfastDav.pm'), serverPerl(this.secret_, programs.perl), {
      mode: 0o600,
    });
    const asked = { directory, port: this.port_, programs, connections, apart: apart?.processes };
    await writeFile(config, serverConfig(asked), { mode: 0o600 });
    const [program, ...args] = [
      ...(process.getuid?.() === 0 ? namespaces : []),
      ...[programs.server, '-d', directory, '-f', config, '-DFOREGROUND'],
    ];
    const call = { program, args, environment: subversionEnvironment(path) };
    return apart ? limited(call, apart.memory) : call;
  }

  /** Somebody else on its port would not refuse who has no secret in the same words. */
  private probe(signal: AbortSignal): Promise<void> {
    const options = { host: '127.0.0.1', port: this.port, path: '/', agent: false as const, signal };
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
