import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scratch } from '../scratch.js';
import { git, mustGit } from './git.js';
import { run } from './program.js';

/** A package of Debian that carries the histories of other projects, for tests of what reads them. */
const carrier = 'golang-github-go-git-go-git-fixtures-dev';
const file = 'usr/share/gocode/src/github.com/go-git/go-git-fixtures/data.go';

/** Some of these projects, by the packs that have their histories. */
const packs = {
  'rumprun-xen, as Debian carries it': 'pack-7861f2632868833a35fe5e4ab94f99638ec5129b.pack',
  'spinnaker, as Debian carries it': 'pack-f2e0a8889a746f7600e07d2246a2e29a72f696be.pack',
  'go-git, as Debian carries it': 'pack-3559b3b47e695b33b0913237a4df3357e739831c.pack',
};

export const packagedHistories = Object.keys(packs);

let carried: Promise<string> | undefined;

/** What the package carries, as it writes it. */
const obtained = async (): Promise<string> => {
  const cwd = await scratch();
  const did = async (program: string, ...words: string[]): Promise<void> => {
    const { status, output } = await run(program, words, { cwd, timeout: 600_000 });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${output}`);
  };
  const download = () => did('apt-get', 'download', '-qq', carrier);
  // A machine whose lists are missing or old gets new ones.
  await download().catch(() => did('apt-get', 'update', '-qq').then(download));
  const [archive] = (await readdir(cwd)).filter((name) => name.endsWith('.deb'));
  await did('dpkg-deb', '-x', archive, '.');
  return readFile(join(cwd, file), 'latin1');
};

/** Makes a bare repository of one of them: its tips are branches, the longest `main`, beside its tags. */
export const makePackagedHistory = async (directory: string, name: string): Promise<void> => {
  const pack = packs[name as keyof typeof packs];
  const text = await (carried ??= obtained());
  const from = text.indexOf('`', text.indexOf(`name:    "${pack}"`)) + 1;
  const content = gunzipSync(Buffer.from(text.slice(from, text.indexOf('`', from)), 'base64'));
  await mustGit('/', 'init', '-q', '--bare', directory);
  const indexed = await run('git', ['index-pack', '--stdin'], { cwd: directory, input: content });
  if (indexed.status !== 0) throw new Error(`${name}: ${indexed.output}`);
  // What nothing else leads to. Small faults of old histories are told beside it.
  const { stdout } = await git(directory, 'fsck', '--no-progress');
  const ends = [...stdout.matchAll(/^dangling (commit|tag) ([0-9a-f]{40})$/gm)];
  for (const [, type, id] of ends) {
    const [, tag] =
      type === 'tag' ? (/^tag (.+)$/m.exec(await mustGit(directory, 'cat-file', 'tag', id)) ?? []) : [];
    await mustGit(
      directory,
      'update-ref',
      tag === undefined ? `refs/heads/end-${id.slice(0, 7)}` : `refs/tags/${tag}`,
      id,
    );
  }
  const lengths = await Promise.all(
    ends.map(async ([, , id]) => Number(await mustGit(directory, 'rev-list', '--count', id))),
  );
  const [, , longest] = ends[lengths.indexOf(Math.max(...lengths))];
  await mustGit(directory, 'update-ref', 'refs/heads/main', `${longest}^{commit}`);
  await mustGit(directory, 'symbolic-ref', 'HEAD', 'refs/heads/main');
};
