// node tools/lint/check.mjs [root…]: one line for each broken boundary, and a status other than 0 if there is one.
// A root is a directory with apps/ and libs/; without one it is this tree.
import { join, relative, resolve } from 'node:path';
import { boundaries } from './boundaries.mjs';
import { sourceFindings } from './source-rules.mjs';

const given = process.argv.slice(2).map((root) => resolve(root));
const here = resolve(import.meta.dirname, '../..');
const lines = /** @type {Set<string>} */ (new Set());
for (const root of given.length ? given : [here]) {
  const { modules, findings } = await boundaries(root);
  for (const { rule, file, what } of [...findings, ...sourceFindings(modules, root)])
    lines.add(`${relative(here, join(root, file))}: ${rule}: ${what}`);
}
for (const line of [...lines].sort()) process.stdout.write(`${line}\n`);
if (lines.size) process.exitCode = 1;
