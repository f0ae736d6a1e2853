import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parsed } from '../system/private-files.mjs';

/**
 * What is read of a package.json.
 * @typedef {{ name: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Package
 */

/** @param {string} root @param {string} directory */
export const readPackage = (root, directory) =>
  /** @type {Package} */ (parsed(readFileSync(join(root, directory, 'package.json'), 'utf8')));

/** Directories with a package.json. @param {string} root */
export const packagesOf = (root) =>
  ['apps', 'libs']
    .filter((room) => existsSync(join(root, room)))
    .flatMap((room) =>
      readdirSync(join(root, room)).flatMap((name) => {
        const directory = `${room}/${name}`;
        const below = statSync(join(root, directory)).isDirectory() ? readdirSync(join(root, directory)) : [];
        return [directory, ...below.map((each) => `${directory}/${each}`)];
      }),
    )
    .filter((directory) => existsSync(join(root, directory, 'package.json')));
