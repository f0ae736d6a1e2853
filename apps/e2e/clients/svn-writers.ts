import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unique } from '../scratch.js';
import { Persistent } from './persistent.js';
import type { SvnClient } from './svn.js';

/** A commit that the stock client called done. */
interface Committed {
  revision: string;
  path: string;
  content: string;
}

/** Commits one file after the other from a working copy, and remembers what was acknowledged. */
export class SvnCommitter extends Persistent {
  readonly acknowledged: Committed[] = [];
  private readonly copy: string;

  private constructor(private readonly client: SvnClient) {
    super();
    this.copy = join(client.directory, 'copy');
  }

  /** `url`: of a directory that is there. */
  static async make(client: SvnClient, url: string): Promise<SvnCommitter> {
    await client.must(['checkout', '-q', url, 'copy']);
    return new SvnCommitter(client);
  }

  async once(): Promise<boolean> {
    const path = unique('file');
    const content = `${path} `.repeat(2000);
    await mkdir(this.copy, { recursive: true });
    await writeFile(join(this.copy, path), content);
    await this.client.must(['add', '-q', path], this.copy);
    const { status, stdout } = await this.client.run('svn', ['commit', '-m', `Add ${path}`], this.copy);
    const [, revision] = /Committed revision (\d+)\./.exec(stdout) ?? [];
    if (status !== 0 || revision === undefined) {
      await this.comeBack(path);
      return false;
    }
    this.acknowledged.push({ revision, path, content });
    return true;
  }

  /** What was not acknowledged may be there all the same. */
  private async comeBack(path: string): Promise<void> {
    await this.client.must(['cleanup'], this.copy);
    await this.client.must(['revert', '-q', '--remove-added', path], this.copy);
  }
}
