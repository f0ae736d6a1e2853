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
 * The packages that must be there before the first line of the module `entry` runs, each as the chain of imports
 * that leads to it: `commands/test.mjs > test-run.mjs > pg`. Node's own modules are none.
 */
export const packagesBefore = (entry, root) => {
  const seen = new Set();
  const found = [];
  const walk = (file, chain) => {
    if (seen.has(file)) return;
    seen.add(file);
    const here = [...chain, file.slice(root.length + 1)];
    for (const name of staticImports(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) walk(join(dirname(file), name), here);
      else if (!name.startsWith('node:')) found.push([...here, name].join(' > '));
    }
  };
  walk(entry, []);
  return found;
};
