import { AST_NODE_TYPES as Node } from '@typescript-eslint/utils';

/** What carries data of a request or an answer: objects of these types, and what these methods and functions answer. */
const carriers = new Set(['CallInput', 'Input', 'Lines', 'PlainInput']);
const asking = new Set(['call', 'lines']);
const answering = new Set(['callList', 'callOperation', 'validated']);

/** @import ts from 'typescript' */
/** @import { TSESTree as Tree } from '@typescript-eslint/utils' */
/** @import { RuleModule, Scope } from '@typescript-eslint/utils/ts-eslint' */

/** @typedef {{ getTypeAtLocation: (node: object) => ts.Type }} Types Services of the parser that knows types */

/** @param {unknown} services @returns {services is Types} */
const areTyped = (services) =>
  typeof services === 'object' && services !== null && 'getTypeAtLocation' in services;

/**
 * Whether the value of an expression comes from such data: through properties, variables, patterns and other casts.
 * @param {Types} types @param {(node: Tree.Node) => Scope.Scope} scopeOf
 */
const tracing = (types, scopeOf) => {
  const typeName = (/** @type {Tree.Node} */ node) => types.getTypeAtLocation(node).getSymbol()?.name ?? '';
  const isCarrier = (/** @type {Tree.Node} */ node) => carriers.has(typeName(node));

  /** @param {Tree.Node} node @returns {boolean} */
  const carries = (node) => {
    if (isCarrier(node)) return true;
    switch (node.type) {
      case Node.AwaitExpression:
        return carries(node.argument);
      case Node.TSAsExpression:
      case Node.TSTypeAssertion:
      case Node.TSNonNullExpression:
      case Node.ChainExpression:
        return carries(node.expression);
      case Node.MemberExpression:
        return carries(node.object);
      case Node.LogicalExpression:
        return carries(node.left) || carries(node.right);
      case Node.CallExpression:
        return isAnswer(node);
      case Node.Identifier:
        return variableOf(node)?.defs.some(isFrom) ?? false;
      default:
        return false;
    }
  };
  const isAnswer = (/** @type {Tree.CallExpression} */ { callee }) =>
    callee.type === Node.MemberExpression
      ? callee.property.type === Node.Identifier &&
        asking.has(callee.property.name) &&
        typeName(callee.object) === 'Rpc'
      : callee.type === Node.Identifier && answering.has(callee.name);
  const variableOf = (/** @type {Tree.Identifier} */ node) => {
    for (let scope = /** @type {Scope.Scope | null} */ (scopeOf(node)); scope; scope = scope.upper) {
      const variable = scope.set.get(node.name);
      if (variable) return variable;
    }
    return undefined;
  };
  const isFrom = (/** @type {Scope.Definition} */ { name, node }) => {
    if (node.type === Node.VariableDeclarator) return node.init !== null && carries(node.init);
    const pattern = patternOf(name, node);
    return pattern !== undefined && isCarrier(pattern);
  };
  /** The parameter that a name is a part of. @param {Tree.Node} name @param {Tree.Node} called */
  const patternOf = (name, called) => {
    /** @type {Tree.Node | undefined} */
    let pattern = name;
    while (pattern && pattern.parent !== called) pattern = pattern.parent;
    return pattern;
  };
  return carries;
};

/**
 * The contract knows the types of what is asked and answered: data of an input or an answer are not said to be of
 * another.
 * @type {RuleModule<'cast'>}
 */
export const dataIsTyped = {
  defaultOptions: [],
  meta: {
    type: 'problem',
    schema: [],
    messages: { cast: 'The contract knows the type of these data: change it, or what takes them.' },
  },
  create(context) {
    const { sourceCode } = context;
    const { parserServices } = sourceCode;
    if (!areTyped(parserServices)) throw new Error('this rule needs a parser that knows types');
    const carries = tracing(parserServices, (node) => sourceCode.getScope(node));
    const look = (/** @type {Tree.TSAsExpression | Tree.TSTypeAssertion} */ node) => {
      const claimsNothing = ['const', 'unknown'].includes(sourceCode.getText(node.typeAnnotation));
      if (!claimsNothing && carries(node.expression)) context.report({ node, messageId: 'cast' });
    };
    return { TSAsExpression: look, TSTypeAssertion: look };
  },
};
