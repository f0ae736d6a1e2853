import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed } from './private-files.mjs';

/** @param {string} directory @returns {string[]} */
const referencesOf = (directory) => {
  const text = readFileSync(join(directory, 'tsconfig.json'), 'utf8');
  const { references = [] } = /** @type {{ references?: { path: string }[] }} */ (parsed(text));
  return references.map(({ path }) => join(directory, path));
};

/**
 * The directories of the project and of all that it is built from, by the references of their tsconfig.json.
 * @param {string} directory
 */
export const projectsBehind = (directory) => {
  const found = new Set([directory]);
  for (const each of found) for (const reference of referencesOf(each)) found.add(reference);
  return [...found];
};
