import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch, unique } from '../scratch.js';
import { newRepository, type Person, type ProjectAt, type RepositoryAt } from '../world.js';
import { must } from './api.js';
import { mustGit, remoteRefs, WorkingCopy } from './git.js';
import { hasHg, HgCopy, mustHg } from './hg.js';
import { lfsObject, LfsWire } from './lfs.js';
import type { SshClient } from './ssh.js';
import { hasSvn, SvnClient } from './svn.js';

/** Somebody who works with a repository, and takes every refusal for a fault. */
export abstract class SteadyUser {
  /** What he has done in all. */
  rounds = 0;
  private longest = 0;

  constructor(
    protected readonly admin: Person,
    readonly repository: RepositoryAt,
    readonly kind: string,
    protected readonly directory: string,
  ) {}

  /** Changes something, reads all of it, and finds what he has written. */
  protected abstract once(): Promise<void>;
  /** All that was acknowledged is there, and nothing else. */
  abstract check(): Promise<void>;

  /** And `more` rounds, with pauses between them (ms). */
  async while(going: () => boolean, more = 0, pause = 0): Promise<void> {
    for (let left = more; going() || left > 0; left -= 1) {
      const from = performance.now();
      await this.once();
      this.longest = Math.max(this.longest, performance.now() - from);
      this.rounds += 1;
      await sleep(pause);
    }
  }

  /** How long the longest round took since this was asked (ms). */
  takeLongest(): number {
    const { longest } = this;
    this.longest = 0;
    return longest;
  }

  protected get url(): string {
    return this.admin.in(this.repository.url);
  }

  /** A directory that is not there. */
  protected async free(name: string): Promise<string> {
    const path = join(this.directory, name);
    await rm(path, { recursive: true, force: true });
    return path;
  }
}

/** Pushes and clones over HTTP and SSH in turns, makes branches and commits by the API, and stores large files. */
export class SteadyGitUser extends SteadyUser {
  private readonly pushed: string[] = [];
  private readonly branches: Record<string, string> = {};
  private readonly files: Buffer[] = [];
  private copy!: WorkingCopy;
  private ways!: string[][];

  static async of(admin: Person, project: ProjectAt, machine: SshClient): Promise<SteadyGitUser> {
    const repository = await newRepository(admin, project);
    const user = new SteadyGitUser(admin, repository, 'git', await scratch());
    const { ssh_url } = await must(admin.api.get(repository.path));
    user.ways = [[user.url], [...machine.configuration, String(ssh_url)]];
    user.copy = await WorkingCopy.clone(user.url, join(user.directory, 'copy'));
    await user.push();
    return user;
  }

  protected async once(): Promise<void> {
    await this.push();
    await this.commit();
    await this.store();
    await this.clone();
  }

  async check(): Promise<void> {
    const refs = await remoteRefs(this.directory, this.url);
    expect(refs).toEqual({ 'refs/heads/main': this.pushed.at(-1), ...this.branches });
    const log = await mustGit(await this.clone(), 'log', '--reverse', '--format=%H');
    expect(log.split('\n')).toEqual(this.pushed);
    for (const file of this.files) await this.fetch(file);
  }

  private get way(): { settings: string[]; url: string } {
    const way = this.ways[this.rounds % this.ways.length];
    return { settings: way.slice(0, -1), url: way.at(-1) ?? '' };
  }

  private async push(): Promise<void> {
    const { settings, url } = this.way;
    const commit = await this.copy.commit('file', `${this.pushed.length}`);
    await this.copy.must(...settings, 'push', '-q', url, 'HEAD:main');
    this.pushed.push(commit);
  }

  private async commit(): Promise<void> {
    const { api } = this.admin;
    const { path } = this.repository;
    const id = unique('b');
    const parent = this.pushed.at(-1);
    await must(api.post(`${path}/branches`, { id, commit: parent }), 201);
    const change = { branch: id, parent, message: 'm', modified: [{ path: 'made', content: id }] };
    this.branches[`refs/heads/${id}`] = String((await must(api.post(`${path}/commits`, change), 201)).id);
  }

  private async store(): Promise<void> {
    const content = Buffer.from(`${unique('large')}\n`.repeat(2_000));
    const stored = await LfsWire.of(this.repository.url, this.admin).put(content);
    expect(stored.status).toBe(200);
    this.files.push(content);
    await this.fetch(content);
  }

  private async fetch(content: Buffer): Promise<void> {
    const found = await LfsWire.of(this.repository.url, this.admin).get(lfsObject(content).oid);
    expect(found.status).toBe(200);
    expect(content.equals(Buffer.from(await found.arrayBuffer()))).toBe(true);
  }

  private async clone(): Promise<string> {
    const { settings, url } = this.way;
    const clone = await this.free('clone');
    await mustGit(this.directory, ...settings, 'clone', '-q', url, clone);
    expect(await mustGit(clone, 'rev-parse', 'HEAD')).toBe(this.pushed.at(-1));
    return clone;
  }
}

/** Pushes commits with a bookmark, and clones. */
export class SteadyHgUser extends SteadyUser {
  private readonly pushed: string[] = [];
  private copy!: HgCopy;

  static async of(admin: Person, project: ProjectAt): Promise<SteadyHgUser> {
    const repository = await newRepository(admin, project, 'mercurial');
    const user = new SteadyHgUser(admin, repository, 'mercurial', await scratch());
    user.copy = await HgCopy.make(join(user.directory, 'copy'));
    return user;
  }

  protected async once(): Promise<void> {
    const commit = await this.copy.commit('file', `${this.pushed.length}`);
    await this.copy.must('bookmark', '-f', 'mark');
    await this.copy.must('push', '-q', '-B', 'mark', this.url);
    this.pushed.push(commit);
    await this.clone();
  }

  async check(): Promise<void> {
    const log = await mustHg(await this.clone(), 'log', '-r', 'all()', '-T', '{node}\n');
    expect(log.split('\n')).toEqual(this.pushed);
    const { results } = await must(this.admin.api.get(`${this.repository.path}/bookmarks`));
    expect(results.map(({ id, commit }) => [id, commit])).toEqual([['mark', this.pushed.at(-1)]]);
  }

  private async clone(): Promise<string> {
    const clone = await this.free('clone');
    await mustHg(this.directory, 'clone', '-q', this.url, clone);
    expect(await mustHg(clone, 'log', '-r', 'tip', '-T', '{node}')).toBe(this.pushed.at(-1));
    return clone;
  }
}

/** Commits and checks out. */
export class SteadySvnUser extends SteadyUser {
  private client!: SvnClient;
  /** The first revision makes the layout. */
  private revision = 1;

  static async of(admin: Person, project: ProjectAt): Promise<SteadySvnUser> {
    const repository = await newRepository(admin, project, 'subversion', { layout: true });
    const user = new SteadySvnUser(admin, repository, 'subversion', await scratch());
    user.client = await SvnClient.of(admin);
    await user.client.must(['checkout', '-q', `${repository.url}/trunk`, user.copy]);
    return user;
  }

  protected async once(): Promise<void> {
    const file = join(this.copy, 'file');
    await writeFile(file, `${this.revision}`);
    await this.client.must(['add', '-q', '--force', file]);
    await this.client.must(['commit', '-q', '-m', 'm', this.copy]);
    this.revision += 1;
    const found = await this.client.must(['cat', `${this.repository.url}/trunk/file`]);
    expect(found).toBe(`${this.revision - 1}`);
    const whole = await this.free('whole');
    await this.client.must(['checkout', '-q', this.repository.url, whole]);
  }

  async check(): Promise<void> {
    const lines = await this.client.must(['log', '-q', this.repository.url]);
    const revisions = Array.from({ length: this.revision }, (_, at) => `r${this.revision - at}`);
    expect(lines.match(/^r\d+/gm)).toEqual(revisions);
  }

  private get copy(): string {
    return join(this.directory, 'copy');
  }
}

const everyKind = [
  { type: 'git', isHere: true, kind: SteadyGitUser },
  { type: 'mercurial', isHere: hasHg, kind: SteadyHgUser },
  { type: 'subversion', isHere: hasSvn, kind: SteadySvnUser },
];
/** Who works with a repository of each kind whose client is here. */
export const steadyKinds = everyKind.filter(({ isHere }) => isHere);
export const hasEverySteadyKind = steadyKinds.length === everyKind.length;
