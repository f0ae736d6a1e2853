import { AST_NODE_TYPES as Node } from '@typescript-eslint/utils';

/** What carries data of a request or an answer: objects of these types, and what these methods and functions answer. */
const carriers = new Set(['CallInput', 'Input', 'Lines', 'PlainInput']);
const asking = new Set(['call', 'lines']);
const answering = new Set(['callList', 'callOperation', 'validated']);
/** Functions of the language whose answer is made of what they are given. */
const passing = new Set(['Object', 'structuredClone']);

/** @import ts from 'typescript' */
/** @import { TSESTree as Tree } from '@typescript-eslint/utils' */
/** @import { RuleModule, Scope } from '@typescript-eslint/utils/ts-eslint' */

/** @typedef {{ getTypeAtLocation: (node: object) => ts.Type }} Types Services of the parser that knows types */

/** @param {unknown} services @returns {services is Types} */
const areTyped = (services) =>
  typeof services === 'object' && services !== null && 'getTypeAtLocation' in services;

/**
 * Whether the value of an expression comes from such data: through properties, variables, patterns, loops, what methods
 * answer and hand on, and other casts.
 * @param {Types} types @param {(node: Tree.Node) => Scope.Scope} scopeOf
 */
const tracing = (types, scopeOf) => {
  const typeName = (/** @type {Tree.Node} */ node) => types.getTypeAtLocation(node).getSymbol()?.name ?? '';
  const isCarrier = (/** @type {Tree.Node} */ node) => carriers.has(typeName(node));

  /** Those that are looked at: one may stand in what is assigned to it. @type {Set<Scope.Variable>} */
  const open = new Set();

  /** @param {Tree.Node} node @returns {boolean} */
  const carries = (node) => {
    if (isCarrier(node)) return true;
    switch (node.type) {
      case Node.AwaitExpression:
      case Node.SpreadElement:
        return carries(node.argument);
      case Node.ObjectExpression:
        return node.properties.some((each) => each.type === Node.SpreadElement && carries(each));
      case Node.ArrayExpression:
        return node.elements.some((each) => each?.type === Node.SpreadElement && carries(each));
      case Node.ConditionalExpression:
        return carries(node.consequent) || carries(node.alternate);
      case Node.TSAsExpression:
      case Node.TSSatisfiesExpression:
      case Node.TSTypeAssertion:
      case Node.TSNonNullExpression:
      case Node.ChainExpression:
        return carries(node.expression);
      case Node.MemberExpression:
        return carries(node.object);
      case Node.LogicalExpression:
        return carries(node.left) || carries(node.right);
      case Node.CallExpression:
        return isAnswer(node) || isPassedOn(node);
      case Node.Identifier:
        return isFromData(variableOf(node));
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
  /** What a method of the data answers, and what functions of the language make of them. */
  const isPassedOn = (/** @type {Tree.CallExpression} */ { callee, arguments: given }) => {
    const of = callee.type === Node.MemberExpression ? callee.object : callee;
    const isPassing = of.type === Node.Identifier && passing.has(of.name);
    return isPassing ? given.some(carries) : callee.type === Node.MemberExpression && carries(of);
  };
  /** It hands on a fault. @param {Tree.MemberExpression} callee */
  const isCatch = ({ property }) => property.type === Node.Identifier && property.name === 'catch';
  const variableOf = (/** @type {Tree.Identifier} */ node) => {
    for (let scope = /** @type {Scope.Scope | null} */ (scopeOf(node)); scope; scope = scope.upper) {
      const variable = scope.set.get(node.name);
      if (variable) return variable;
    }
    return undefined;
  };
  const isFromData = (/** @type {Scope.Variable | undefined} */ variable) => {
    if (!variable || open.has(variable)) return false;
    open.add(variable);
    const written = variable.references.some(({ writeExpr }) => writeExpr && carries(writeExpr));
    const found = written || variable.defs.some(isGiven);
    open.delete(variable);
    return found;
  };
  /** A part of such a parameter, or the first one of a function to which a method of the data hands them. */
  const isGiven = (/** @type {Scope.Definition} */ { name, node }) => {
    if (!('params' in node)) return false;
    const pattern = patternOf(name, node);
    if (pattern && isCarrier(pattern)) return true;
    const { parent } = node;
    return (
      pattern === node.params[0] &&
      parent?.type === Node.CallExpression &&
      parent.callee.type === Node.MemberExpression &&
      !isCatch(parent.callee) &&
      parent.arguments[0] === node &&
      carries(parent.callee.object)
    );
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
