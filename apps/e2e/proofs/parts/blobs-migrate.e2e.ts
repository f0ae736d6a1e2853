/** Blobs go from the disk into a bucket while all is used, and parts of it are killed. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BucketServer, itWithBuckets } from '../../clients/bucket-server.js';
import { sha256 } from '../../clients/deployer.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import { eventually } from '../../scratch.js';
import { toolsDirectory } from '../../system.js';
import { newProject, newRepository, type Person } from '../../world.js';

/** Jars that are put, read and removed, and what is known of each. */
class Jars {
  readonly there = new Map<string, string>();
  readonly gone = new Set<string>();
  readonly wrong: string[] = [];
  private count = 0;

  constructor(
    private readonly url: string,
    private readonly admin: Person,
  ) {}

  private async ask(
    method: string,
    path: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response | undefined> {
    const headers = { authorization: this.admin.basic };
    return fetch(`${this.url}/${path}`, { method, headers, body }).catch(() => undefined);
  }

  /** Whether it was acknowledged. */
  async put(size: number): Promise<boolean> {
    this.count += 1;
    const path = `org/example/some/${this.count}/some-${this.count}.jar`;
    const content = new Uint8Array(randomBytes(size));
    const answer = await this.ask('PUT', path, content);
    await answer?.text().catch(() => undefined);
    if (answer?.status === 201) this.there.set(path, sha256(content));
    return answer?.status === 201;
  }

  async remove(): Promise<void> {
    const [path] = this.some();
    const answer = await this.ask('DELETE', path);
    await answer?.text().catch(() => undefined);
    this.there.delete(path);
    if (answer?.status === 204) this.gone.add(path);
  }

  /** While a part is away it is 503, and nothing else. */
  async read([path, digest] = this.some()): Promise<void> {
    const answer = await this.ask('GET', path);
    const body = await answer?.arrayBuffer().catch(() => undefined);
    if (!answer || !body || answer.status === 503) return;
    if (answer.status !== 200 || sha256(new Uint8Array(body)) !== digest)
      this.wrong.push(`${path}: ${answer.status}`);
  }

  /** Each of them must be what it was, or gone. */
  async readAll(): Promise<void> {
    for (const [path, digest] of this.there) {
      const answer = await this.ask('GET', path);
      const body = new Uint8Array((await answer?.arrayBuffer()) ?? []);
      if (answer?.status !== 200 || sha256(body) !== digest) this.wrong.push(`${path}: ${answer?.status}`);
    }
    for (const path of this.gone) {
      const answer = await this.ask('GET', path);
      await answer?.text();
      if (answer?.status !== 404) this.wrong.push(`${path}: ${answer?.status}`);
    }
  }

  private some(): [string, string] {
    const all = [...this.there];
    return all[Math.floor(Math.random() * all.length)];
  }
}

itWithBuckets(
  'blobs migrate takes all from the disk into a bucket, though it, and the artifact service, are killed meanwhile',
  async () => {
    const bucket = await BucketServer.start();
    const installation = await OwnInstallation.make(BucketServer.credentials);
    const holdfast = (...words: string[]) => installation.run('holdfast', ...words);
    try {
      await installation.must('up', '--detach');
      const admin = await installation.login();
      const jars = new Jars((await newRepository(admin, await newProject(admin), 'maven')).url, admin);
      for (const size of [20_000_000, 9_000_000, 0]) expect(await jars.put(size)).toBe(true);
      for (let left = 300; left > 0; left -= 1) expect(await jars.put(500 * left)).toBe(true);
      expect(await holdfast('blobs', 'migrate')).toMatchObject({
        ...{ status: 1, output: expect.stringMatching(/^holdfast: blobs lie in disk only: .*\n$/) as string },
      });

      await installation.must('down');
      Object.assign(installation.env, {
        HOLDFAST_BLOBS_URL: bucket.at('jars'),
        HOLDFAST_BLOBS_OTHER_URL: 'disk',
      });
      await installation.must('up', '--detach');
      let going = true;
      const during = async (work: () => Promise<unknown>): Promise<void> => {
        while (going) {
          await work();
          await sleep(30);
        }
      };
      const load = [
        during(() => jars.put(100_000)),
        during(() => jars.read()),
        during(() => sleep(200).then(() => jars.remove())),
      ];
      const command = spawn(join(toolsDirectory, 'holdfast'), ['blobs', 'migrate'], {
        env: { PATH: process.env.PATH, ...installation.env },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      let told = '';
      command.stderr.on('data', (text: Buffer) => (told += text.toString()));
      await eventually(() => Promise.resolve(/%: \d+ blobs copied/.test(told) || undefined));
      process.kill(-(command.pid ?? 0), 'SIGKILL');
      const { pid } = JSON.parse(readFileSync(join(installation.home, 'run/artifact.pid'), 'utf8')) as {
        pid: number;
      };
      process.kill(pid, 'SIGKILL');
      const moved = await eventually(async () => {
        const { status, stdout } = await holdfast('blobs', 'migrate');
        return status === 0 ? stdout : undefined;
      }, 150_000);
      expect(moved).toMatch(/\nall \d+ blobs are in s3:.*: disk is not needed any more; .*\n$/);
      going = false;
      await Promise.all(load);
      expect(jars.wrong).toEqual([]);
      expect(jars.gone.size).toBeGreaterThan(0);

      await installation.must('down');
      const disk = join(installation.home, 'data/artifact/blobs');
      await rename(disk, `${disk}-former`);
      installation.env.HOLDFAST_BLOBS_OTHER_URL = '';
      await installation.must('up', '--detach');
      await jars.readAll();
      expect(jars.wrong).toEqual([]);
      expect(await installation.must('holdfast', 'blobs', 'migrate', '--check')).toMatch(
        /\nall \d+ blobs are in s3:.*, and what they were\n$/,
      );
    } finally {
      await installation.run('down');
      await bucket.stop();
    }
  },
  420_000,
);
