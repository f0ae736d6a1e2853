import { join } from 'node:path';
import { scratch, unique } from '../scratch.js';
import { HgCopy } from './hg.js';
import { Persistent } from './persistent.js';

/** Pushes one changeset after the other to a named branch of its own with its bookmark. */
export class HgPusher extends Persistent {
  readonly acknowledged: string[] = [];
  private readonly bookmark: string;

  private constructor(
    readonly branch: string,
    private readonly copy: HgCopy,
    private readonly url: string,
    private readonly options: readonly string[],
  ) {
    super();
    this.bookmark = `mark-${branch}`;
  }

  /** `options`: of hg, such as the program by which it comes over SSH. `from`: a clone of the repository. */
  static async make(
    branch: string,
    from: HgCopy,
    url: string,
    options: readonly string[] = [],
  ): Promise<HgPusher> {
    const directory = join(await scratch(), branch);
    await from.must('clone', '-q', from.directory, directory);
    const copy = new HgCopy(directory);
    await copy.must('branch', '-q', branch);
    await copy.must('bookmark', `mark-${branch}`);
    return new HgPusher(branch, copy, url, options);
  }

  async once(): Promise<boolean> {
    const name = unique('file');
    const commit = await this.copy.commit(name, `${name} `.repeat(2000));
    const words = [
      'push',
      '-q',
      '--new-branch',
      '-r',
      commit,
      '-B',
      this.bookmark,
      ...this.options,
      this.url,
    ];
    const { status } = await this.copy.hg(...words);
    if (status === 0) this.acknowledged.push(commit);
    return status === 0;
  }

  /** Whether the commit holds everything that was acknowledged. */
  async isWhole(tip: string): Promise<boolean> {
    const last = this.acknowledged.at(-1) ?? 'null';
    return (await this.copy.must('log', '-r', `${last} and ::${tip}`, '-T', '{node}')) === last;
  }
}
