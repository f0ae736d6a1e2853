import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { services } from './services.mjs';

/**
 * A directory from which services are started whose code changes under them: a link for each, to the app in `tree`.
 * Whoever changes a link changes what the next start of that service runs.
 * @param {string} directory is made
 * @param {string} tree
 */
export const codeThatChanges = (directory, tree) => {
  mkdirSync(directory);
  for (const { name } of services) symlinkSync(join(tree, 'apps', name), join(directory, name));
  return directory;
};
