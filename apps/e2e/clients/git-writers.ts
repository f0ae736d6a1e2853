import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch, unique } from '../scratch.js';
import type { Person, RepositoryAt } from '../world.js';
import { WorkingCopy } from './git.js';
import { Persistent } from './persistent.js';

/** Pushes one commit after the other to a branch of its own, and remembers what was acknowledged. */
export class Pusher extends Persistent {
  readonly attempted: string[] = [];
  readonly acknowledged: string[] = [];

  private constructor(
    readonly branch: string,
    protected readonly copy: WorkingCopy,
    private readonly url: string,
    private readonly configuration: readonly string[],
  ) {
    super();
  }

  /** `configuration`: of git, such as the program by which it comes over SSH. */
  static async make(branch: string, url: string, configuration: readonly string[] = []): Promise<Pusher> {
    const copy = await WorkingCopy.make(join(await scratch(), branch));
    return new Pusher(branch, copy, url, configuration);
  }

  /** Of the branches `one`, `two` and `three`. */
  static three(url: string): Promise<Pusher[]> {
    return Promise.all(['one', 'two', 'three'].map((branch) => Pusher.make(branch, url)));
  }

  async once(): Promise<boolean> {
    const commit = await this.copy.commit(`${this.branch}.txt`, `${this.attempted.length} `.repeat(2000));
    this.attempted.push(commit);
    const words = [...this.configuration, 'push', this.url, `HEAD:refs/heads/${this.branch}`];
    const { status } = await this.copy.git(...words);
    if (status === 0) this.acknowledged.push(commit);
    return status === 0;
  }

  /** Whether the commit holds everything that was acknowledged. */
  async isWhole(tip: string | undefined): Promise<boolean> {
    const last = this.acknowledged.at(-1);
    if (!last) return true;
    if (!tip || !this.attempted.includes(tip)) return false;
    return (await this.copy.git('merge-base', '--is-ancestor', last, tip)).status === 0;
  }
}

/** Makes one commit after the other on a branch of its own by the API, and remembers what was acknowledged. */
export class Committer extends Persistent {
  readonly acknowledged: string[] = [];
  private attempts = 0;

  /** `root`: the commit from which its branch begins. */
  constructor(
    readonly branch: string,
    private readonly admin: Person,
    private readonly repository: RepositoryAt,
    private readonly root: string,
  ) {
    super();
  }

  async once(): Promise<boolean> {
    try {
      const shown = await this.admin.api.get(`${this.repository.path}/branches/${this.branch}`);
      if (shown.status !== 200 && shown.status !== 404) return false;
      this.attempts += 1;
      const { status, body } = await this.admin.api.post(`${this.repository.path}/commits`, {
        ...{ branch: this.branch, parent: shown.status === 200 ? shown.body.commit : this.root },
        ...{ message: `${this.branch} ${this.attempts}`, deleted: [] },
        modified: [{ path: `${this.branch}/${this.attempts}`, content: `${this.attempts} `.repeat(2000) }],
      });
      if (status === 201) this.acknowledged.push(body.id);
      return status === 201;
    } catch {
      // The gateway is away.
      return false;
    }
  }
}

/** Makes branches by the API, each of a name of its own, and where that is wanted deletes every other one. */
export class Brancher extends Persistent {
  /** Each was made, or each other of them deleted. */
  readonly acknowledged: string[] = [];
  private readonly made: string[] = [];
  private readonly deleted: string[] = [];
  /** Those of which perhaps nobody will know whether they are there. */
  private readonly doubtful = new Set<string>();

  constructor(
    private readonly admin: Person,
    private readonly repository: RepositoryAt,
    private readonly commit: string,
    private readonly deletes = true,
  ) {
    super();
  }

  async once(): Promise<boolean> {
    await sleep(300);
    const path = `${this.repository.path}/branches`;
    const last = this.made.at(-1);
    if (
      this.deletes &&
      last !== undefined &&
      this.made.length > 2 * this.deleted.length + this.doubtful.size
    ) {
      this.doubtful.add(last);
      if (!(await this.answered(this.admin.api.delete(`${path}/${last}`), 200))) return false;
      this.doubtful.delete(last);
      this.deleted.push(last);
      return this.acknowledged.push(`-${last}`) > 0;
    }
    const id = unique('b');
    const { commit } = this;
    if (!(await this.answered(this.admin.api.post(path, { id, commit }), 201))) return false;
    this.made.push(id);
    return this.acknowledged.push(id) > 0;
  }

  /** `listed`: the branches that are there. */
  check(listed: readonly string[]): void {
    const there = this.made.filter((id) => !this.deleted.includes(id) && !this.doubtful.has(id));
    expect(listed).toEqual(expect.arrayContaining(there));
    expect(listed.filter((id) => this.deleted.includes(id))).toEqual([]);
  }

  private async answered(answer: Promise<{ status: number }>, wanted: number): Promise<boolean> {
    return (await answer.catch(() => ({ status: 0 }))).status === wanted;
  }
}
