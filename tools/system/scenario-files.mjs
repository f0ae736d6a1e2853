import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './paths.mjs';

/** Scenarios that are run only where they are named. */
const proofs = join(checkout, 'apps/e2e/proofs/');

/** The files of the scenarios that are meant. @param {string[]} patterns */
export const scenariosOf = (patterns) => {
  const directory = join(checkout, 'apps/e2e');
  if (!existsSync(directory)) return [];
  const wanted = patterns.map((pattern) => new RegExp(pattern, 'i'));
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => join(directory, file))
    .filter((file) => file.endsWith('.e2e.ts'))
    .filter((file) =>
      wanted.length ? wanted.some((pattern) => pattern.test(file)) : !file.startsWith(proofs),
    );
};

/**
 * How a scenario is run: beside others, beside them in another installation since it ends parts of it, or after them by
 * itself. Its first line says so, and why.
 * @param {string} file
 * @returns {string}
 */
export const placeOf = (file) =>
  /^\/\*\* @(apart|alone) /.exec(readFileSync(file, 'utf8'))?.[1] ?? 'together';
