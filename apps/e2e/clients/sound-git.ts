import { git } from './git.js';

/** git finds nothing wrong in the directory of a repository of the server. */
export const mustBeSound = async (stored: string): Promise<void> => {
  const fsck = await git(stored, '-c', `safe.directory=${stored}`, 'fsck', '--strict', '--no-dangling');
  expect([fsck.status, fsck.output]).toEqual([0, '']);
};
