const connections = new Set(['DataSource', 'EntityManager', 'QueryRunner', 'Repository', 'TreeRepository']);
const harmless = new Set(['transaction', 'manager', 'initialize', 'destroy', 'isInitialized', 'options']);

/** @import ts from 'typescript' */

/** @typedef {{ getTypeAtLocation: (node: object) => ts.Type }} Services of the parser that knows types */

/** @param {unknown} services @returns {services is Services} */
const areTyped = (services) =>
  typeof services === 'object' && services !== null && 'getTypeAtLocation' in services;

/** The name of a type of TypeORM. @param {ts.Type} type */
const fromTypeorm = (type) => {
  const symbol = type.getSymbol();
  const isDeclared = symbol?.declarations?.some((each) =>
    /\/node_modules\/typeorm\//.test(each.getSourceFile().fileName),
  );
  return isDeclared ? symbol?.name : undefined;
};

/**
 * Outside of stores, queries and `database/`, a connection of TypeORM may be handed on and may span a transaction;
 * it is not asked anything.
 * @type {import('eslint').Rule.RuleModule}
 */
export const queriesInStores = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      query: 'Queries stand in *.store.ts, *.query.ts and database/: {{name}}.{{member}} is asked here.',
    },
  },
  create(context) {
    /** @type {unknown} */
    const services = context.sourceCode.parserServices;
    if (!areTyped(services)) throw new Error('this rule needs a parser that knows types');
    return {
      MemberExpression(node) {
        const name = fromTypeorm(services.getTypeAtLocation(node.object));
        if (!name || !(connections.has(name) || name.endsWith('QueryBuilder'))) return;
        const member = context.sourceCode.getText(node.property);
        if (!harmless.has(member)) context.report({ node, messageId: 'query', data: { name, member } });
      },
    };
  },
};
