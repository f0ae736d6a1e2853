import { basename, join } from 'node:path';
import ts from 'typescript';
import { isExported, namesDeclaredBy, packageRoot, parse } from './declarations.mjs';

/** @import { SourceRule } from './source-rules.mjs' */

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

/** They are called by their folders: what each of several folders has. */
const everywhere = new Set(['events.ts', 'index.ts', 'internal.ts', 'main.ts', 'objects.ts']);

/**
 * Where a file is looked for by its name, there is one: no other of the app or library is called so.
 * @type {SourceRule}
 */
const filesHaveOwnNames = (modules) => {
  const named = /** @type {Map<string, string[]>} */ (new Map());
  for (const { source } of modules) {
    const home = packageRoot.exec(source)?.[1];
    if (!home || outside.includes(home) || everywhere.has(basename(source))) continue;
    const key = join(home, basename(source));
    named.set(key, [...(named.get(key) ?? []), source]);
  }
  return [...named.values()].flatMap((all) =>
    all.flatMap((file) => {
      const other = all.find((each) => each !== file);
      return other ? [{ file, what: `is called as ${other} is` }] : [];
    }),
  );
};

/** @type {Record<string, SourceRule>} */
export const nameRules = {
  'classes-are-named-as-their-files': classesAreNamedAsTheirFiles,
  'files-have-own-names': filesHaveOwnNames,
  'names-mean-one-thing': namesMeanOneThing,
  'names-say-what': namesSayWhat,
};
