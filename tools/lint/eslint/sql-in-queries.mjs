import { AST_NODE_TYPES as Node } from '@typescript-eslint/utils';

/** What takes SQL: TypeORM's connections, and the one that named statements run on. */
const takers = new Set(['DataSource', 'EntityManager', 'QueryRunner', 'Repository', 'Connection']);
/** What makes statements of SQL by hand. */
const makers = new Set(['statement', 'runComposed']);

/** @import ts from 'typescript' */
/** @import { TSESTree as Tree } from '@typescript-eslint/utils' */
/** @import { RuleModule } from '@typescript-eslint/utils/ts-eslint' */

/** @typedef {{ getTypeAtLocation: (node: object) => ts.Type }} Types Services of the parser that knows types */

/** @param {unknown} services @returns {services is Types} */
const areTyped = (services) =>
  typeof services === 'object' && services !== null && 'getTypeAtLocation' in services;

/**
 * In an app SQL by hand stands in `*.query.ts` and `database/`, where its reason is looked for; stores use
 * repositories and QueryBuilder.
 * @type {RuleModule<'sql'>}
 */
export const sqlInQueries = {
  defaultOptions: [],
  meta: {
    type: 'problem',
    schema: [],
    messages: { sql: 'SQL by hand stands in *.query.ts and database/, with its reason.' },
  },
  create(context) {
    /** @type {unknown} */
    const services = context.sourceCode.parserServices;
    if (!areTyped(services)) throw new Error('this rule needs a parser that knows types');
    return {
      /** @param {Tree.MemberExpression} node */
      MemberExpression(node) {
        if (node.property.type !== Node.Identifier || node.property.name !== 'query') return;
        const name = services.getTypeAtLocation(node.object).getSymbol()?.name ?? '';
        if (takers.has(name)) context.report({ node, messageId: 'sql' });
      },
      /** @param {Tree.ImportSpecifier} node */
      ImportSpecifier(node) {
        if (node.imported.type === Node.Identifier && makers.has(node.imported.name))
          context.report({ node, messageId: 'sql' });
      },
    };
  },
};
