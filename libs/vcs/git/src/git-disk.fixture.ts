import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import type { GitWorld } from './git-world.fixture.js';

/** What the git programs of an engine, and the engine itself, bring to the disk. */
export class GitDisk {
  private readonly said: string;
  private readonly broken: string;
  private own: WatchedDisk | undefined;

  constructor(private readonly world: GitWorld) {
    this.said = join(world.root, 'brought');
    this.broken = join(world.root, 'broken');
  }

  async watch(): Promise<void> {
    const programs = join(this.world.root, 'programs');
    await mkdir(programs, { recursive: true });
    const write = async (name: string, text: string): Promise<void> => {
      await writeFile(join(programs, name), `#!/bin/sh\n${text}\n`);
      await chmod(join(programs, name), 0o755);
    };
    // What one writes down for somebody else is counted when it has ended.
    await write(
      'git',
      `own="\${GIT_TRACE2_EVENT:-${this.said}}"
[ "$own" != '${this.said}' ] || { GIT_TRACE2_EVENT="$own" exec /usr/bin/git "$@"; }
/usr/bin/git "$@"; code=$?
cat "$own" >> '${this.said}'; exit $code`,
    );
    await write(
      'sync',
      `[ "$1" != --help ] || { echo '-f, --file-system'; exit; }
[ ! -e '${this.broken}' ] || { rm '${this.broken}'; echo 'sync: Input/output error' >&2; exit 1; }
printf '{"sync":1,"locks":%s}\\n' "$(find . -name '*.lock' | wc -l)" >> '${this.said}'`,
    );
    const repositories = join(this.world.root, 'repositories');
    await mkdir(repositories, { recursive: true });
    this.own = await WatchedDisk.of(repositories);
  }

  /** Since it was last asked, and what the engine itself brought there: paths below those of all repositories. */
  async brought(): Promise<{
    flushed: number;
    written: number;
    whole: number;
    locks: number;
    paths: string[];
  }> {
    const text = await readFile(this.said, 'utf8').catch(() => '');
    await rm(this.said, { force: true });
    const count = (pattern: RegExp): number =>
      [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
    return {
      flushed: count(/"key":"fsync\/hardware-flush","value":"(\d+)"/g),
      written: count(/"key":"fsync\/writeout-only","value":"(\d+)"/g),
      whole: count(/"sync":(\d+)/g),
      locks: count(/"locks":(\d+)/g),
      paths: (this.own?.brought.splice(0) ?? []).flatMap((what) => /^sync (.*)/.exec(what)?.[1] ?? []),
    };
  }

  /** The next time that a whole file system is brought there fails. */
  async fails(): Promise<void> {
    await writeFile(this.broken, '');
  }

  end(): void {
    this.own?.end();
  }
}
