import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** @param {ts.Statement} statement */
const specifierOf = (statement) => {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
};

/**
 * What a module names in its import and export declarations; `import()` runs later and is not among it.
 * @param {string} text
 */
export const staticImports = (text) =>
  ts.createSourceFile('module.mjs', text, ts.ScriptTarget.Latest).statements.flatMap(specifierOf);

/**
 * What must be installed or built before the first line of the module `entry` runs: packages, and files outside of
 * `root`. Each is the chain of imports that leads to it: `commands/test.mjs > test-run.mjs > pg`. Node's own modules
 * are none.
 * @param {string} entry
 * @param {string} root
 */
export const neededBefore = (entry, root) => {
  const seen = new Set();
  /** @type {string[]} */
  const found = [];
  /** @param {string} file @param {string[]} chain */
  const walk = (file, chain) => {
    if (seen.has(file)) return;
    seen.add(file);
    const here = [...chain, file.slice(root.length + 1)];
    for (const name of staticImports(readFileSync(file, 'utf8'))) {
      const ours = name.startsWith('.') && join(dirname(file), name);
      if (ours && ours.startsWith(`${root}/`)) walk(ours, here);
      else if (!name.startsWith('node:')) found.push([...here, name].join(' > '));
    }
  };
  walk(entry, []);
  return found;
};
