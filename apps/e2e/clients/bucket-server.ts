import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clientPrograms } from '../system.js';
import { eventually, scratch } from '../scratch.js';
import { freePort } from './free-port.js';

/** Where setup puts SeaweedFS. */
const program = join(clientPrograms, 'seaweedfs/bin/weed');

/** Whether the server is there. */
export const hasBucketServer = existsSync(program);
export const itWithBuckets = hasBucketServer ? it : it.skip;

const bucket = 'holdfast';
const parts = ['s3', 'filer', 'master', 'volume', 'admin'];

/** A server of S3 with an empty bucket. */
export class BucketServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly options: readonly string[],
  ) {}

  /** What an installation needs to come in. */
  static readonly credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'testsecret' };

  static async start(): Promise<BucketServer> {
    const directory = join(await scratch(), 'bucket');
    await mkdir(directory);
    const options: string[] = [];
    for (const part of parts)
      options.push(`-${part}.port=${await freePort()}`, `-${part}.port.grpc=${await freePort()}`);
    const server = new BucketServer(directory, options);
    await server.begin();
    return server;
  }

  /** Starts it, also again after `stop`, with what it has. */
  async begin(): Promise<void> {
    const off = ['-s3.port.iceberg=0', '-s3.port.lance=0', '-webdav=false', '-admin.ui=false'];
    const here = [`-dir=${this.directory}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-bucket=${bucket}`];
    const args = ['mini', ...here, ...this.options, ...off, '-master.telemetry=false'];
    this.child = spawn(program, args, {
      cwd: this.directory,
      stdio: 'ignore',
      env: BucketServer.credentials,
    });
    // Without credentials the bucket is refused to us; before it is there, it is missing.
    await eventually(async () => {
      const answer = await fetch(`${this.endpoint}/${bucket}`).catch(() => undefined);
      return answer && answer.status !== 404 && answer.status < 500 ? true : undefined;
    }, 60_000);
  }

  /** The address of a place in the bucket. */
  at(prefix: string): string {
    return `s3://${bucket}/${prefix}?endpoint=${this.endpoint}`;
  }

  /** It takes connections, and answers nothing. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  private get endpoint(): string {
    return `http://127.0.0.1:${this.options[0].split('=')[1]}`;
  }
}
