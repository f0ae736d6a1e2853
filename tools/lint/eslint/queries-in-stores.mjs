const connections = new Set(['DataSource', 'EntityManager', 'QueryRunner', 'Repository', 'TreeRepository']);
const harmless = new Set(['transaction', 'manager', 'initialize', 'destroy', 'isInitialized', 'options']);

const fromTypeorm = (type) => {
  const symbol = type.getSymbol();
  const declared = symbol?.declarations?.some((each) =>
    /\/node_modules\/typeorm\//.test(each.getSourceFile().fileName),
  );
  return declared ? symbol.name : undefined;
};

/**
 * Outside of stores, queries and `database/`, a connection of TypeORM may be handed on and may span a transaction;
 * it is not asked anything.
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
    const services = context.sourceCode.parserServices;
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
