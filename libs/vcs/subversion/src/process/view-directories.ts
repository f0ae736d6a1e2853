import { mkdir, rm, symlink } from 'node:fs/promises';
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
 * first asked for, and stays until its repository goes. Its path is of no other one, before and after: a connection to
 * the server of Subversion knows a repository by that, and keeps what it has read of it.
 */
export class ViewDirectories {
  private readonly known = new Map<string, Promise<string>>();
  /** Of each repository the views that there are: those before the last one may be in use still. */
  private readonly made = new Map<string, string[]>();
  private count = 0;

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

  /** From now on the repository has another view. What is under way ends in the former one. */
  async renew(directory: string): Promise<void> {
    this.known.delete(directory);
    await this.of(directory);
  }

  async forget(directory: string): Promise<void> {
    const views = this.made.get(directory) ?? [];
    this.known.delete(directory);
    this.made.delete(directory);
    await Promise.all(views.map((view) => rm(view, { recursive: true, force: true })));
  }

  private async make(directory: string): Promise<string> {
    this.count += 1;
    const view = join(this.root, String(this.count));
    this.made.set(directory, [...(this.made.get(directory) ?? []), view]);
    await makeView(directory, view, this.hooks);
    return view;
  }
}
