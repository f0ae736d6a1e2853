import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { commandOf, environmentOf } from './part.js';

/** A TCP connection in the middle that can fall silent without being closed, and be slow. */
class Link {
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private delay = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number, host: string): Promise<Link> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const link = new Link(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => link.join(near, connect(port, host)));
    return link;
  }

  /** Nothing passes any more, in both directions; nobody is told. */
  fallSilent(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** From now on everything takes so long (ms), in each direction. It cannot become faster again: order is kept. */
  slow(milliseconds: number): void {
    this.delay = Math.max(this.delay, milliseconds);
  }

  speak(): void {
    this.silent = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.sockets.add(from);
      from.on('data', (data) => (this.delay ? setTimeout(() => to.write(data), this.delay) : to.write(data)));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.silent) from.pause();
    }
  }
}

/**
 * Another gateway of the installation, started as the first one was but for the settings given, whose link to the
 * broker can fall silent.
 */
export class SecondGateway {
  private constructor(
    private readonly child: ChildProcess,
    readonly link: Link,
    readonly siteUrl: string,
    /** Where its SSH door is. */
    readonly sshUrl: string,
  ) {}

  get apiUrl(): string {
    return `${this.siteUrl}/api`;
  }

  static async start(settings: Record<string, string> = {}): Promise<SecondGateway> {
    const environment = environmentOf('gateway');
    const broker = new URL(environment.NATS_URL);
    const link = await Link.to(Number(broker.port), broker.hostname);
    broker.port = String(link.port);
    broker.hostname = '127.0.0.1';
    const [port, sshPort] = [await freePort(), await freePort()];
    const [program, ...args] = commandOf('gateway');
    const child = spawn(program, args, {
      env: {
        ...environment,
        ...settings,
        NATS_URL: broker.href,
        HOLDFAST_PORT: String(port),
        HOLDFAST_SSH_PORT: String(sshPort),
        HOLDFAST_HOST: '127.0.0.1',
        HOLDFAST_SSH_HOST: '127.0.0.1',
      },
      stdio: 'ignore',
    });
    const gateway = new SecondGateway(
      child,
      link,
      `http://127.0.0.1:${port}`,
      `ssh://svc@127.0.0.1:${sshPort}`,
    );
    await gateway.ready(`${gateway.siteUrl}/health/ready`);
    return gateway;
  }

  /** MiB that the process has in memory. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  /** Ends it in order; answers with what status it has ended. */
  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.child.once('exit', done));
    this.child.kill('SIGTERM');
    return ended;
  }

  async stop(): Promise<void> {
    this.link.close();
    if (this.child.exitCode !== null) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await ended;
  }

  private async ready(url: string): Promise<void> {
    for (let left = 600; left > 0; left -= 1) {
      const answer = await fetch(url).catch(() => undefined);
      await answer?.text();
      if (answer?.status === 200) return;
      if (this.child.exitCode !== null) break;
      await sleep(50);
    }
    await this.stop();
    throw new Error('the second gateway does not become ready');
  }
}
