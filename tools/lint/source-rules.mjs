import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Rules that are about more than one import at a time; each answers findings of its name. */

const packageRoot = /^(apps\/[^/]+|libs\/(?:vcs|artifacts|blobs)\/[^/]+|libs\/[^/]+)\//;

/** A workspace package that is imported is listed in the package.json: the order of the build follows from it. */
const dependenciesAreDeclared = (modules, root) => {
  const declared = new Map();
  const listed = (directory) => {
    if (!declared.has(directory)) {
      const { name, dependencies = {} } = JSON.parse(
        readFileSync(join(root, directory, 'package.json'), 'utf8'),
      );
      declared.set(directory, new Set([name, ...Object.keys(dependencies)]));
    }
    return declared.get(directory);
  };
  return modules.flatMap(({ source, dependencies }) => {
    const directory = packageRoot.exec(source)?.[1];
    if (!directory) return [];
    return dependencies
      .map(({ module }) => /^@holdfast\/[^/]+/.exec(module)?.[0])
      .filter((name) => name && !listed(directory).has(name))
      .map((name) => ({
        file: source,
        what: `imports ${name}, which ${directory}/package.json does not list`,
      }));
  });
};

const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const isExported = (statement) =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

const exportedNames = (file) =>
  parse(file)
    .statements.filter(isExported)
    .flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.text)
        : [statement.name?.text],
    );

const importedNames = (file, module) =>
  parse(file)
    .statements.filter((each) => ts.isImportDeclaration(each) && each.moduleSpecifier.text === module)
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      if (!bindings) return [];
      return ts.isNamespaceImport(bindings)
        ? ['*']
        : bindings.elements.map((each) => (each.propertyName ?? each.name).text);
    });

/** The platform knows how contracts are made, and none of them. */
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

/** Files and folders are named for what they are, `kebab-case.role.ts`. */
const namesSayWhat = (modules) =>
  modules
    .filter(({ source }) => packageRoot.test(source))
    .flatMap(({ source }) => {
      const below = source.replace(packageRoot, '');
      const word = meaningless.exec(below)?.[1];
      if (word) return [{ file: source, what: `"${word}" says nothing of what is inside` }];
      return kebabCase.test(below.split('/').at(-1))
        ? []
        : [{ file: source, what: 'is not kebab-case.role.ts' }];
    });

export const sourceRules = {
  'dependencies-are-declared': dependenciesAreDeclared,
  'platform-names-no-object': platformNamesNoObject,
  'names-say-what': namesSayWhat,
};

/** Findings of all rules over the modules that `boundaries` found below the root. */
export const sourceFindings = (modules, root) =>
  Object.entries(sourceRules).flatMap(([rule, find]) =>
    find(modules, root).map((finding) => ({ rule, ...finding })),
  );
