import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The directory with the package.json of a source. */
export const packageRoot = /^(apps\/[^/]+|libs\/(?:vcs|artifacts|blobs)\/[^/]+|libs\/[^/]+)\//;

/** @param {string} file */
export const parse = (file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** @param {ts.Statement} statement */
export const isExported = (statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** @param {ts.Node | undefined} name */
const nameText = (name) => (name && ts.isIdentifier(name) ? [name.text] : []);

/** @param {ts.Statement} statement */
export const namesDeclaredBy = (statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.flatMap(({ name }) => nameText(name))
    : nameText(ts.getNameOfDeclaration(/** @type {ts.DeclarationStatement} */ (statement)));

/** @param {string} file */
export const exportedNames = (file) => parse(file).statements.filter(isExported).flatMap(namesDeclaredBy);

/** @param {string} file @param {string} module */
export const importedNames = (file, module) =>
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
