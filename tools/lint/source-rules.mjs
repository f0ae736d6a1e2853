import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exportedNames, importedNames, packageRoot } from './declarations.mjs';
import { nameRules } from './name-rules.mjs';
import { packagesOf, readPackage } from './packages.mjs';
import { roomRules } from './room-rules.mjs';
import { treeRules } from './tree-rules.mjs';

/** @import { Finding, Module } from './boundaries.mjs' */
/** @typedef {(modules: Module[], root: string) => Finding[]} SourceRule about more than one import at a time */

/**
 * The packages of ours that the sources of each directory with a package.json import, with who does.
 * @param {Module[]} modules
 */
const importsByPackage = (modules) => {
  const found = /** @type {Map<string, { source: string, name: string }[]>} */ (new Map());
  for (const { source, dependencies } of modules) {
    const directory = packageRoot.exec(source)?.[1];
    if (!directory) continue;
    const names = dependencies.flatMap(({ module }) => /^@holdfast\/[^/]+/.exec(module)?.[0] ?? []);
    const known = found.get(directory) ?? [];
    found.set(directory, [...known, ...names.map((name) => ({ source, name }))]);
  }
  return [...found];
};

/**
 * A workspace package that is imported is listed in the package.json: the order of the build follows from it.
 * @type {SourceRule}
 */
const dependenciesAreDeclared = (modules, root) =>
  importsByPackage(modules)
    .filter(([, imports]) => imports.length > 0)
    .flatMap(([directory, imports]) => {
      const { name: own, dependencies = {} } = readPackage(root, directory);
      return imports
        .filter(({ name }) => name !== own && !(name in dependencies))
        .map(({ source, name }) => ({
          file: source,
          what: `imports ${name}, which ${directory}/package.json does not list`,
        }));
    });

/**
 * A workspace package that is listed is imported: nothing waits in a build for what it does without.
 * @type {SourceRule}
 */
const dependenciesAreUsed = (modules, root) => {
  const imports = new Map(importsByPackage(modules));
  return packagesOf(root).flatMap((directory) => {
    const used = new Set(imports.get(directory)?.map(({ name }) => name));
    return Object.keys(readPackage(root, directory).dependencies ?? {})
      .filter((name) => name.startsWith('@holdfast/') && !used.has(name))
      .map((name) => ({
        file: `${directory}/package.json`,
        what: `lists ${name}, which nothing there imports`,
      }));
  });
};

/**
 * The platform knows how contracts are made, and none of them.
 * @type {SourceRule}
 */
const platformNamesNoObject = (modules, root) => {
  const kit = join(import.meta.dirname, '../../libs/contracts/src/kit');
  const known = new Set(readdirSync(kit).flatMap((name) => exportedNames(join(kit, name))));
  return modules
    .filter(({ source }) => /^libs\/platform\/src\//.test(source))
    .flatMap(({ source }) =>
      importedNames(join(root, source), '@holdfast/contracts')
        .filter((name) => !known.has(name))
        .map((name) => ({ file: source, what: `imports ${name}, which is not of the kit of contracts` })),
    );
};

/**
 * Rules decide without asking anybody, so every branch of them can be shown by a spec, which stands beside them.
 * @type {SourceRule}
 */
const rulesHaveSpecs = (modules) => {
  const present = new Set(modules.map(({ source }) => source));
  return modules
    .filter(({ source }) => source.endsWith('.rules.ts'))
    .map(({ source }) => ({ source, spec: source.replace(/\.ts$/, '.spec.ts') }))
    .filter(({ spec }) => !present.has(spec))
    .map(({ source, spec }) => ({ file: source, what: `has no ${basename(spec)} beside it` }));
};

/** @type {Record<string, SourceRule>} */
export const sourceRules = {
  ...nameRules,
  ...roomRules,
  ...treeRules,
  'dependencies-are-declared': dependenciesAreDeclared,
  'platform-names-no-object': platformNamesNoObject,
  'dependencies-are-used': dependenciesAreUsed,
  'rules-have-specs': rulesHaveSpecs,
};

/**
 * Findings of all rules over the modules that `boundaries` found below the root.
 * @param {Module[]} modules
 * @param {string} root
 */
export const sourceFindings = (modules, root) =>
  Object.entries(sourceRules).flatMap(([rule, find]) =>
    find(modules, root).map((finding) => ({ rule, ...finding })),
  );
