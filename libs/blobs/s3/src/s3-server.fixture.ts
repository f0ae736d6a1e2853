import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { s3Place, type S3Place } from './s3-place.js';

/** Where setup puts SeaweedFS. */
const program = join(import.meta.dirname, '../../../../.tools/seaweedfs/bin/weed');

/** `describe` where the server is there; the rest of the product works without it. */
export const describeS3 = existsSync(program) ? describe : describe.skip;

const bucket = 'holdfast';
const credentials = { accessKeyId: 'test', secretAccessKey: 'testsecret' };
/** Milliseconds. */
const patience = 60_000;

const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((listening) => server.once('listening', listening))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
};

/** A server of S3 with an empty bucket, for one spec. */
export class S3Server {
  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
    readonly endpoint: string,
  ) {}

  /** Somebody else may take a port that was free, and then it ends at once: it is started with others. */
  static async start(): Promise<S3Server> {
    for (let attempt = 1; ; attempt += 1) {
      const server = await S3Server.begun();
      try {
        await server.ready();
        return server;
      } catch (error) {
        await server.stop();
        if (attempt === 3) throw error;
      }
    }
  }

  private static async begun(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 's3-'));
    const named = ['s3', 'filer', 'master', 'volume', 'admin'];
    const ports = await freePorts(2 * named.length);
    const listening = named.flatMap((part, index) => [
      `-${part}.port=${ports[2 * index]}`,
      `-${part}.port.grpc=${ports[2 * index + 1]}`,
    ]);
    const off = ['-s3.port.iceberg=0', '-s3.port.lance=0', '-webdav=false', '-admin.ui=false'];
    const options = [`-dir=${directory}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-bucket=${bucket}`];
    const child = spawn(program, ['mini', ...options, ...listening, ...off, '-master.telemetry=false'], {
      cwd: directory,
      stdio: 'ignore',
      env: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    });
    return new S3Server(child, directory, `http://127.0.0.1:${ports[0]}`);
  }

  /** A place of its own in the bucket. */
  place(endpoint = this.endpoint): S3Place {
    const place = s3Place(`s3://${bucket}/${randomBytes(4).toString('hex')}?endpoint=${endpoint}`);
    return { ...place, credentials: () => Promise.resolve(credentials) };
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.kill('SIGKILL')) await ended;
    await rm(this.directory, { recursive: true, force: true });
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async ready(): Promise<void> {
    for (const late = Date.now() + patience; ; await pause(100)) {
      const answer = await fetch(`${this.endpoint}/${bucket}`).catch(() => undefined);
      // Without credentials the bucket is refused to us; before it is there, it is missing.
      if (answer && answer.status !== 404 && answer.status < 500) return;
      if (Date.now() > late || this.hasEnded) throw new Error('SeaweedFS did not start');
    }
  }
}
