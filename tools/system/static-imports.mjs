import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const isRuntime = (statement) =>
  (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;

/** What a module names in its import and export declarations; `import()` runs later and is not among it. */
export const staticImports = (text) =>
  ts
    .createSourceFile('module.mjs', text, ts.ScriptTarget.Latest)
    .statements.filter(isRuntime)
    .map(({ moduleSpecifier }) => moduleSpecifier.text);

/**
 * What must be installed or built before the first line of the module `entry` runs: packages, and files outside of
 * `root`. Each is the chain of imports that leads to it: `commands/test.mjs > test-run.mjs > pg`. Node's own modules
 * are none.
 */
export const neededBefore = (entry, root) => {
  const seen = new Set();
  const found = [];
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
