import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf, readPackage } from './packages.mjs';

/** @import { SourceRule } from './source-rules.mjs' */

const decisions = 'docs/adr';

/**
 * A decision is called by its number, so each has one of its own, and its file and its title say the same.
 * @type {SourceRule}
 */
const decisionsHaveOwnNumbers = (_, root) => {
  const directory = join(root, decisions);
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.md')) : [];
  const numberOf = (/** @type {string} */ name) => /^\d{4}(?=-)/.exec(name)?.[0];
  return names.flatMap((name) => {
    const file = `${decisions}/${name}`;
    const number = numberOf(name);
    if (number === undefined) return [{ file, what: 'has no number of four digits' }];
    const other = names.find((each) => each !== name && numberOf(each) === number);
    const title = `# ${Number(number)}. `;
    return [
      ...(other ? [{ file, what: `has the number of ${other}` }] : []),
      ...(readFileSync(join(directory, name), 'utf8').startsWith(title)
        ? []
        : [{ file, what: `does not begin with "${title}"` }]),
    ];
  });
};

/** Exactly one version; `npm:` names another package by it. */
const pinned = /^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * What comes from elsewhere is pinned, so that the same sources make the same product tomorrow.
 * @type {SourceRule}
 */
const dependenciesArePinned = (_, root) =>
  ['.', ...packagesOf(root)]
    .filter((directory) => existsSync(join(root, directory, 'package.json')))
    .flatMap((directory) => {
      const { dependencies, devDependencies } = readPackage(root, directory);
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name, version]) => !name.startsWith('@holdfast/') && !pinned.test(version))
        .map(([name, version]) => ({
          file: join(directory, 'package.json'),
          what: `takes ${name} as "${version}", which is not one version`,
        }));
    });

/**
 * Rules about files that no import leads to.
 * @type {Record<string, SourceRule>}
 */
export const treeRules = {
  'decisions-have-own-numbers': decisionsHaveOwnNumbers,
  'dependencies-are-pinned': dependenciesArePinned,
};
