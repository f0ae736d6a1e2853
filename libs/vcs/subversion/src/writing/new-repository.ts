import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@holdfast/vcs-spi';
import type { CommandLine } from '../process/command-line.js';
import { trunk } from '../refs/branch-name.js';
import { keepWritable } from './writable-revisions.js';
import { branchesBelow } from './commit-refs.js';

/** What `svnadmin` puts beside the data: examples that nobody reads here. */
const examples = ['hooks', 'conf', 'README.txt'];

export interface NewRepository {
  directory: string;
  /** With trunk, branches and tags, in its first revision. */
  layout: boolean;
  author: string;
}

/** Makes a repository, as `makeDirectory` does. */
export const makeRepository = (
  commands: CommandLine,
  { directory, layout, author }: NewRepository,
): Promise<void> =>
  makeDirectory(directory, async (fresh) => {
    await commands.must('svnadmin', ['create', '--fs-type', 'fsfs', fresh]);
    await Promise.all(examples.map((name) => rm(join(fresh, name), { recursive: true, force: true })));
    await keepWritable(fresh);
    const changes = ['mkdir', 'trunk', 'mkdir', 'branches', 'mkdir', 'tags'];
    const message = 'Made trunk, branches and tags.';
    if (layout) await commands.commit(fresh, { author, message, mark: `${branchesBelow}${trunk}` }, changes);
  });
