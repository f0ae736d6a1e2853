import { AST_NODE_TYPES as Node } from '@typescript-eslint/utils';
import ts from 'typescript';

/** @import { TSESTree as Tree } from '@typescript-eslint/utils' */
/** @import { RuleModule } from '@typescript-eslint/utils/ts-eslint' */

/** @typedef {{ program: ts.Program, getTypeAtLocation: (node: object) => ts.Type }} Types Services of the parser */

/** @param {unknown} services @returns {services is Types} */
const areTyped = (services) =>
  typeof services === 'object' &&
  services !== null &&
  'program' in services &&
  'getTypeAtLocation' in services;

/** @param {ts.Symbol | undefined} symbol @param {RegExp} files */
const isIn = (symbol, files) =>
  symbol?.declarations?.some((each) => files.test(each.getSourceFile().fileName)) ?? false;

/**
 * What JavaScript itself has is declared in the compiler's files, whoever else adds to it. @param {ts.Symbol |
 * undefined} symbol
 */
const isOfLibrary = (symbol) =>
  isIn(symbol, /\/node_modules\//) &&
  !isIn(symbol, /\/node_modules\/(?:@typescript\/[^/]+|typescript)\/lib\//);

/** @param {ts.Symbol} property */
const isHidden = (property) =>
  property.name.startsWith('_') ||
  property.declarations?.some(
    (each) => ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  );

/**
 * What is said to be of another type, below all that is said of it. @param {Tree.Expression} node @returns
 * {Tree.Expression}
 */
const saidOf = (node) =>
  node.type === Node.TSAsExpression || node.type === Node.TSTypeAssertion ? saidOf(node.expression) : node;

/** @param {Tree.Node} node */
const textOf = (node) =>
  node.type === Node.Literal && typeof node.value === 'string' ? node.value : undefined;

/**
 * What a library keeps to itself is not asked for: neither a field that is private or begins with `_`, nor one that a
 * cast says is there. The one place for what cannot be had otherwise is `library-insides.ts`.
 * @type {RuleModule<'inside' | 'cast'>}
 */
export const librariesKeepTheirInsides = {
  defaultOptions: [],
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      inside: 'A library keeps {{name}} to itself, and may change it in any version.',
      cast: 'The library does not say that its object has {{name}}.',
    },
  },
  create(context) {
    /** @type {unknown} */
    const services = context.sourceCode.parserServices;
    if (!areTyped(services)) throw new Error('this rule needs a parser that knows types');
    const checker = services.program.getTypeChecker();
    /** @param {Tree.Node} node @param {Tree.Node} of @param {string | undefined} name */
    const look = (node, of, name) => {
      if (name === undefined || of.type === Node.ThisExpression || of.type === Node.Super) return;
      const property = checker.getPropertyOfType(services.getTypeAtLocation(of), name);
      if (property && isOfLibrary(property) && isHidden(property))
        context.report({ node, messageId: 'inside', data: { name } });
    };
    /** @param {Tree.TSAsExpression | Tree.TSTypeAssertion} node */
    const lookAtCast = (node) => {
      const said = services.getTypeAtLocation(saidOf(node));
      if (!isOfLibrary(said.getSymbol() ?? said.aliasSymbol)) return;
      const claimed = checker.getPropertiesOfType(services.getTypeAtLocation(node)).find((property) => {
        const known = checker.getPropertyOfType(said, property.name);
        return !isIn(property, /\/node_modules\//) && (!known || isHidden(known));
      });
      if (claimed) context.report({ node, messageId: 'cast', data: { name: claimed.name } });
    };
    return {
      /** @param {Tree.MemberExpression} node */
      MemberExpression(node) {
        const { object, property } = node;
        look(
          node,
          object,
          !node.computed && property.type === Node.Identifier ? property.name : textOf(property),
        );
      },
      /** @param {Tree.ObjectPattern} pattern */
      ObjectPattern(pattern) {
        for (const each of pattern.properties)
          if (each.type === Node.Property)
            look(each, pattern, each.key.type === Node.Identifier ? each.key.name : textOf(each.key));
      },
      /** @param {Tree.CallExpression} node */
      'CallExpression[callee.object.name="Reflect"]'(node) {
        const [of, name] = node.arguments;
        if (of && name) look(node, of, textOf(name));
      },
      TSAsExpression: lookAtCast,
      TSTypeAssertion: lookAtCast,
    };
  },
};
