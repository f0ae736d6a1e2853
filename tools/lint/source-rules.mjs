import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { parsed } from '../system/private-files.mjs';

/** @import { Finding, Module } from './boundaries.mjs' */
/** @typedef {(modules: Module[], root: string) => Finding[]} SourceRule about more than one import at a time */

const packageRoot = /^(apps\/[^/]+|libs\/(?:vcs|artifacts|blobs)\/[^/]+|libs\/[^/]+)\//;

/**
 * What is read of a package.json.
 * @typedef {{ name: string, dependencies?: Record<string, string> }} Package
 */

/** @param {string} root @param {string} directory */
const packageOf = (root, directory) =>
  /** @type {Package} */ (parsed(readFileSync(join(root, directory, 'package.json'), 'utf8')));

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
      const { name: own, dependencies = {} } = packageOf(root, directory);
      return imports
        .filter(({ name }) => name !== own && !(name in dependencies))
        .map(({ source, name }) => ({
          file: source,
          what: `imports ${name}, which ${directory}/package.json does not list`,
        }));
    });

/** Directories with a package.json. @param {string} root */
const packagesOf = (root) =>
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

/**
 * A workspace package that is listed is imported: nothing waits in a build for what it does without.
 * @type {SourceRule}
 */
const dependenciesAreUsed = (modules, root) => {
  const imports = new Map(importsByPackage(modules));
  return packagesOf(root).flatMap((directory) => {
    const used = new Set(imports.get(directory)?.map(({ name }) => name));
    return Object.keys(packageOf(root, directory).dependencies ?? {})
      .filter((name) => name.startsWith('@holdfast/') && !used.has(name))
      .map((name) => ({
        file: `${directory}/package.json`,
        what: `lists ${name}, which nothing there imports`,
      }));
  });
};

/** @param {string} file */
const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** @param {ts.Statement} statement */
const isExported = (statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** @param {ts.Node | undefined} name */
const nameText = (name) => (name && ts.isIdentifier(name) ? [name.text] : []);

/** @param {ts.Statement} statement */
const namesDeclaredBy = (statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.flatMap(({ name }) => nameText(name))
    : nameText(ts.getNameOfDeclaration(/** @type {ts.DeclarationStatement} */ (statement)));

/** @param {string} file */
const exportedNames = (file) => parse(file).statements.filter(isExported).flatMap(namesDeclaredBy);

/** @param {string} file @param {string} module */
const importedNames = (file, module) =>
  parse(file)
    .statements.filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === module)
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      if (!bindings) return [];
      return ts.isNamespaceImport(bindings)
        ? ['*']
        : bindings.elements.map((each) => (each.propertyName ?? each.name).text);
    });

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

const meaningless =
  /(?:^|\/)(utils?|helpers?|common|shared|misc|types|interfaces|constants|core)(?:\.[a-z.]+)?(?:\/|$)/;
const kebabCase = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.ts$/;

/** Those that the table in CONTRIBUTING.md explains. */
const roles = new Set([
  ...['operations', 'events', 'object', 'service', 'rules', 'view', 'entity', 'store', 'query', 'migration'],
  ...['module', 'env', 'controller', 'routes', 'decorator', 'strategy', 'metrics', 'commands'],
  ...['kind', 'repository', 'engine', 'traits', 'hook', 'worker', 'fixture', 'spec', 'int', 'e2e', 'kept'],
]);

/**
 * Files and folders are named for what they are, `kebab-case.role.ts`.
 * @type {SourceRule}
 */
const namesSayWhat = (modules) =>
  modules
    .filter(({ source }) => packageRoot.test(source))
    .flatMap(({ source }) => {
      const below = source.replace(packageRoot, '');
      const word = meaningless.exec(below)?.[1];
      if (word) return [{ file: source, what: `"${word}" says nothing of what is inside` }];
      if (!kebabCase.test(basename(below))) return [{ file: source, what: 'is not kebab-case.role.ts' }];
      const [, ...own] = basename(below, '.ts').split('.');
      const unknown = own.find((role) => !roles.has(role));
      return unknown === undefined ? [] : [{ file: source, what: `"${unknown}" is no role of files` }];
    });

/** Roles whose classes are named for them; rows are what entities hold. */
const rolesOfClasses = ['controller', 'entity', 'module', 'query', 'service', 'store'];

/** @param {string} words in kebab-case */
const pascalCase = (words) =>
  words.replace(/(?:^|-)(.)/g, (_, /** @type {string} */ first) => first.toUpperCase());

/**
 * What a class of the file is called, by the name of the file: `SshKeyStore` in `ssh-key.store.ts`.
 * @param {string} source
 */
const classNamedBy = (source) => {
  const [thing, role = ''] = basename(source, '.ts').split('.');
  const ending = role === 'entity' ? 'row' : rolesOfClasses.includes(role) ? role : '';
  return pascalCase(thing) + pascalCase(ending);
};

/** @param {ts.Statement} statement */
const isDecorated = (statement) =>
  ts.canHaveDecorators(statement) && (ts.getDecorators(statement) ?? []).length > 0;

/**
 * A class that Nest or TypeORM knows, or whose file has such a role, is named as its file.
 * @type {SourceRule}
 */
const classesAreNamedAsTheirFiles = (modules, root) =>
  modules
    .filter(({ source }) => packageRoot.test(source) && !/\.(?:spec|fixture|migration|e2e)\.ts$/.test(source))
    .flatMap(({ source }) => {
      const role = basename(source, '.ts').split('.')[1] ?? '';
      const wanted = classNamedBy(source);
      return parse(join(root, source))
        .statements.filter((each) => ts.isClassDeclaration(each) && isExported(each))
        .flatMap((each) => {
          const [name] = namesDeclaredBy(each);
          if (name === wanted || !(isDecorated(each) || rolesOfClasses.includes(role))) return [];
          return [{ file: source, what: `declares ${name}, which its name calls ${wanted}` }];
        });
    });

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

/** @param {ts.Statement} statement */
const isTypeLike = (statement) =>
  ts.isClassDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement);

/**
 * A name that a file exports, and whether it is one of a type.
 * @typedef {{ source: string, name: string, isType: boolean }} Declared
 */

/** They see the outside only, and have words of their own. */
const outside = ['apps/e2e', 'libs/client'];

/**
 * Files of the same name in different apps are the same thing in different processes: `health.service.ts`.
 * @param {Declared} one @param {Declared} other
 */
const areConfused = (one, other) => {
  if (one.source === other.source) return false;
  const [here, there] = [one, other].map(({ source }) => packageRoot.exec(source)?.[1] ?? '');
  if (here === there) return true;
  if (!one.isType || !other.isType || [here, there].some((each) => outside.includes(each))) return false;
  const areApps = here.startsWith('apps/') && there.startsWith('apps/');
  return !areApps || basename(one.source) !== basename(other.source);
};

/**
 * A name has one meaning: what an app or a library exports is declared once in it, and a type once in all of them.
 * @type {SourceRule}
 */
const namesMeanOneThing = (modules, root) => {
  const declared = /** @type {Map<string, Declared[]>} */ (new Map());
  for (const { source } of modules) {
    if (!packageRoot.test(source)) continue;
    for (const statement of parse(join(root, source)).statements.filter(isExported))
      for (const name of namesDeclaredBy(statement))
        declared.set(name, [...(declared.get(name) ?? []), { source, name, isType: isTypeLike(statement) }]);
  }
  return [...declared.values()].flatMap((all) =>
    all.flatMap((one) => {
      const other = all.find((each) => areConfused(one, each));
      return other ? [{ file: one.source, what: `declares ${one.name}, as ${other.source} does` }] : [];
    }),
  );
};

/** @type {Record<string, SourceRule>} */
export const sourceRules = {
  'classes-are-named-as-their-files': classesAreNamedAsTheirFiles,
  'dependencies-are-declared': dependenciesAreDeclared,
  'platform-names-no-object': platformNamesNoObject,
  'dependencies-are-used': dependenciesAreUsed,
  'names-mean-one-thing': namesMeanOneThing,
  'names-say-what': namesSayWhat,
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
