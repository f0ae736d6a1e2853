import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clientPrograms } from '../system.js';
import { eventually, scratch } from '../scratch.js';
import { freePort } from './free-port.js';

/** Where setup puts SeaweedFS. */
const program = join(clientPrograms, 'seaweedfs/bin/weed');

/** `it` where the server is there. */
export const itWithBuckets = existsSync(program) ? it : it.skip;

const bucket = 'holdfast';
const parts = ['s3', 'filer', 'master', 'volume', 'admin'];

/** A server of S3 with an empty bucket. */
export class BucketServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly endpoint: string,
  ) {}

  /** What an installation needs to come in. */
  static readonly credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'testsecret' };

  static async start(): Promise<BucketServer> {
    const directory = join(await scratch(), 'bucket');
    await mkdir(directory);
    const options: string[] = [];
    for (const part of parts)
      options.push(`-${part}.port=${await freePort()}`, `-${part}.port.grpc=${await freePort()}`);
    const off = ['-s3.port.iceberg=0', '-s3.port.lance=0', '-webdav=false', '-admin.ui=false'];
    const here = [`-dir=${directory}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', `-bucket=${bucket}`];
    const child = spawn(program, ['mini', ...here, ...options, ...off, '-master.telemetry=false'], {
      cwd: directory,
      stdio: 'ignore',
      env: BucketServer.credentials,
    });
    const server = new BucketServer(child, `http://127.0.0.1:${options[0].split('=')[1]}`);
    // Without credentials the bucket is refused to us; before it is there, it is missing.
    await eventually(async () => {
      const answer = await fetch(`${server.endpoint}/${bucket}`).catch(() => undefined);
      return answer && answer.status !== 404 && answer.status < 500 ? true : undefined;
    }, 60_000);
    return server;
  }

  /** The address of a place in the bucket. */
  at(prefix: string): string {
    return `s3://${bucket}/${prefix}?endpoint=${this.endpoint}`;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }
}
