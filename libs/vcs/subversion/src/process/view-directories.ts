import { createHash } from 'node:crypto';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What of a repository its programs need; its hooks and its configuration are ours, whatever lies there. */
const linked = ['db', 'format', 'locks'];

/** Makes a directory that is a repository for Subversion's programs: its data, and these hooks. */
export const makeView = async (directory: string, view: string, hooks: string): Promise<void> => {
  await mkdir(join(view, 'conf'), { recursive: true, mode: 0o700 });
  await Promise.all([
    ...linked.map((name) => symlink(join(directory, name), join(view, name))),
    symlink(hooks, join(view, 'hooks')),
  ]);
};

/**
 * Repositories as the server and the short programs see them: with our hooks and no others. A view is made when it is
 * first asked for, and stays until its repository goes.
 */
export class ViewDirectories {
  private readonly known = new Map<string, Promise<string>>();
  /** How often a repository had another view. */
  private readonly renewed = new Map<string, number>();

  /** `root`: absolute, of the views alone. `hooks`: the directory of the hooks. */
  constructor(
    private readonly root: string,
    private readonly hooks: string,
  ) {}

  /** Where they and all else of the engine's own lies. */
  get above(): string {
    return dirname(this.root);
  }

  /** The path of the view of the repository in a directory. */
  of(directory: string): Promise<string> {
    let view = this.known.get(directory);
    if (!view) {
      view = this.make(directory);
      this.known.set(directory, view);
      view.catch(() => this.known.delete(directory));
    }
    return view;
  }

  /**
   * From now on the repository has a view at another path. A connection to the server of Subversion knows a repository
   * by its path, and keeps what it has read of it: its identity among that. What is under way ends in the former view.
   */
  async renew(directory: string): Promise<void> {
    this.renewed.set(directory, this.count(directory) + 1);
    this.known.delete(directory);
    await this.of(directory);
  }

  async forget(directory: string): Promise<void> {
    const places = Array.from({ length: this.count(directory) + 1 }, (_, at) => this.place(directory, at));
    this.known.delete(directory);
    this.renewed.delete(directory);
    await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })));
  }

  private async make(directory: string): Promise<string> {
    const view = this.place(directory);
    const draft = `${view}.new`;
    await rm(draft, { recursive: true, force: true });
    await makeView(directory, draft, this.hooks);
    await rm(view, { recursive: true, force: true });
    await rename(draft, view);
    return view;
  }

  private count(directory: string): number {
    return this.renewed.get(directory) ?? 0;
  }

  private place(directory: string, at = this.count(directory)): string {
    return join(
      this.root,
      `${createHash('sha1').update(directory).digest('hex')}${at === 0 ? '' : `-${at}`}`,
    );
  }
}
