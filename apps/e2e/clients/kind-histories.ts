import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch } from '../scratch.js';
import type { Person, RepositoryAt } from '../world.js';
import { WorkingCopy } from './git.js';
import { HgCopy } from './hg.js';
import { SvnClient } from './svn.js';
import type { TestedKind } from './tested-kinds.js';

/** One history, as it is in a repository of some kind, told by its stock client. */
export interface MadeHistory {
  /** What stands before the paths of the default branch. */
  root: '' | 'trunk/';
  /** By what it changes: `second` is of another author than the others, and `side` is on the branch `side`. */
  first: string;
  second: string;
  third: string;
  side: string;
  /** The newest first, up to the tip of the default branch, and of `side`. */
  log: string[];
  sideLog: string[];
  /** What `side` has and `third` has not, and where they part. */
  apart: { ids: string[]; mergeBase: string };
  /** A part of the name of the other author. */
  other: string;
  tags: Record<string, string>;
  bookmarks: Record<string, string>;
}

type Step = 'first' | 'second' | 'third' | 'side';

/** More than is answered without a stream of its own. */
export const largeFile = Buffer.from(Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`).join(''));

/** What is said of what a hash names; a number is given again. */
export const lasting = 'private, max-age=31536000, immutable';

const files: Record<Step, Record<string, string | Buffer>> = {
  first: { 'docs/a b.txt': 'one\n', 'top.txt': 'top\n', 'large.txt': largeFile },
  second: { 'docs/a b.txt': 'one\ntwo\n' },
  third: { 'docs/deep/ü.txt': 'deep\n' },
  side: { 'side.txt': 'side\n' },
};
/** The names with which the first tag or bookmark is at the second commit, and the last at the third. */
const names = ['v1', 'w2'] as const;

/** What is told by whole seconds is told apart. */
const nextSecond = (): Promise<void> => sleep(1_050);

const written = async (directory: string, step: Step): Promise<void> => {
  for (const [path, content] of Object.entries(files[step])) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
};

const message = (step: Step): string => `The ${step} step\n\nÄnderung`;
const author = (step: Step): string =>
  step === 'second' ? 'Otto Other <otto@example.org>' : 'Mia Miller <mia@example.org>';
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

type Maker = (admin: Person, other: Person, repository: RepositoryAt) => Promise<MadeHistory>;

const git: Maker = async (admin, _other, { url }) => {
  const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
  const commit = async (step: Step): Promise<string> => {
    await written(copy.directory, step);
    await copy.must('add', '.');
    await copy.must('commit', '-q', '-m', message(step), `--author=${author(step)}`);
    return copy.must('rev-parse', 'HEAD');
  };
  const first = await commit('first');
  await nextSecond();
  const second = await commit('second');
  await copy.must('tag', names[0]);
  await nextSecond();
  const third = await commit('third');
  await copy.must('tag', '-m', 'note', names[1]);
  await copy.must('checkout', '-q', '-b', 'side', second);
  const side = await commit('side');
  await copy.must('push', '-q', admin.in(url), 'main', 'side', '--tags');
  const log = async (tip: string) => lines(await copy.must('log', '--format=%H', tip));
  return {
    ...{ root: '', first, second, third, side, log: await log('main'), sideLog: await log('side') },
    ...{ apart: { ids: [side], mergeBase: second }, other: 'OTTO@' },
    ...{ tags: { v1: second, w2: third }, bookmarks: {} },
  };
};

const mercurial: Maker = async (admin, _other, { url }) => {
  const copy = await HgCopy.make(join(await scratch(), 'copy'));
  let clock = 1_000_000_000;
  const commit = async (step: Step): Promise<string> => {
    await written(copy.directory, step);
    const date = `${(clock += 60)} 0`;
    await copy.must('commit', '-q', '-A', '-m', message(step), '-u', author(step), '-d', date);
    return copy.must('log', '-r', '.', '-T', '{node}');
  };
  const [first, second, third] = [await commit('first'), await commit('second'), await commit('third')];
  await copy.must('tag', '-q', '-u', 'mia', '-r', second, names[0]);
  await copy.must('tag', '-q', '-u', 'mia', '-r', third, names[1]);
  await copy.must('bookmark', '-r', second, names[0].toUpperCase());
  await copy.must('bookmark', '-r', third, names[1].toUpperCase());
  await copy.must('update', '-q', '-r', second);
  await copy.must('branch', '-q', 'side');
  const side = await commit('side');
  const marks = names.flatMap((name) => ['-B', name.toUpperCase()]);
  await copy.must('push', '-q', '--new-branch', '-r', 'default', '-r', 'side', ...marks, admin.in(url));
  const log = async (tip: string) =>
    lines(await copy.must('log', '-r', `reverse(::${tip})`, '-T', '{node}\n'));
  return {
    ...{ root: '', first, second, third, side, log: await log('default'), sideLog: await log('side') },
    ...{ apart: { ids: [side], mergeBase: second }, other: 'OTTO@' },
    ...{ tags: { v1: second, w2: third }, bookmarks: { V1: second, W2: third } },
  };
};

const subversion: Maker = async (admin, other, { url }) => {
  const [mine, theirs] = [await SvnClient.of(admin), await SvnClient.of(other)];
  const changed = async (said: string, words: string[], by = mine): Promise<string> => {
    const ended = await by.run('svnmucc', ['-m', said, '-U', url, ...words]);
    const [, revision] = /^r(\d+) committed by/m.exec(ended.output) ?? [];
    if (!revision) throw new Error(`svnmucc ${words.join(' ')}: ${ended.output}`);
    return revision;
  };
  const commit = async (step: Step, place: string, made: string[]): Promise<string> => {
    const by = step === 'second' ? theirs : mine;
    await written(by.directory, step);
    const directories = made.flatMap((path) => ['mkdir', `${place}/${path}`]);
    const put = Object.keys(files[step]).flatMap((path) => [
      ...['put', join(by.directory, path), `${place}/${path}`],
    ]);
    return changed(message(step), [...directories, ...put], by);
  };
  const first = await commit('first', 'trunk', ['docs']);
  await nextSecond();
  const second = await commit('second', 'trunk', []);
  await nextSecond();
  const third = await commit('third', 'trunk', ['docs/deep']);
  const branched = await changed('branch', ['cp', second, 'trunk', 'branches/side']);
  const side = await commit('side', 'branches/side', []);
  const v1 = await changed('tag', ['cp', second, 'trunk', `tags/${names[0]}`]);
  await nextSecond();
  const w2 = await changed('tag', ['cp', third, 'trunk', `tags/${names[1]}`]);
  const log = async (tip: string) =>
    lines(await mine.must(['log', '-q', '-r', `${tip}:1`, url])).flatMap(
      (line) => /^r(\d+) /.exec(line)?.[1] ?? [],
    );
  return {
    ...{ root: 'trunk/', first, second, third, side, log: await log('HEAD'), sideLog: await log(side) },
    ...{ apart: { ids: [side, branched], mergeBase: third }, other: other.id.toUpperCase() },
    ...{ tags: { v1, w2 }, bookmarks: {} },
  };
};

/** Makes it in an empty repository (of Subversion: with a layout). `other`: who else may write there. */
export const makeHistory: Record<TestedKind['type'], Maker> = { git, mercurial, subversion };
