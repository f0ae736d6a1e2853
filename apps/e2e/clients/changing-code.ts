import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDirectory } from '../system.js';

/** An installation whose services can be started as those of another tree. */
export class ChangingCode {
  /** The tree of the present code. */
  readonly present = join(toolsDirectory, '..');

  private constructor(
    private readonly directory: string,
    /** The tree of the last release, of which all services are at first. */
    readonly release: string,
  ) {}

  static given(): ChangingCode {
    const { HOLDFAST_TEST_CODE: directory, HOLDFAST_TEST_RELEASE: release } = process.env;
    if (!directory || !release) throw new Error('this is run by tools/test beside');
    return new ChangingCode(directory, release);
  }

  /** The next start of the service runs what the tree has; those that run are as they were. */
  lead(service: string, tree: string): void {
    const draft = join(this.directory, `${service}.new`);
    symlinkSync(join(tree, 'apps', service), draft);
    renameSync(draft, join(this.directory, service));
  }
}
