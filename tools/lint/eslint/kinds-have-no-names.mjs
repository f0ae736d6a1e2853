import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const libs = fileURLToPath(new URL('../../../libs', import.meta.url));

/** Those that are there. @param {string} room */
const kindsIn = (room) =>
  readdirSync(join(libs, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'spi')
    .map(({ name }) => name);

/** Those that are announced. The linter runs before anything is built, so it reads their list as a text. */
const announced = () => {
  const text = readFileSync(join(libs, 'contracts/src/kinds/announced-kinds.ts'), 'utf8');
  const [, list] = /= \[([^\]]*)\]/.exec(text) ?? [];
  if (list === undefined) throw new Error('announced-kinds.ts has no list that the linter can read');
  return [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word);
};

/** Words of kinds that are there or announced, and of what lies in their repositories. */
const words = new Set([...kindsIn('vcs'), ...kindsIn('artifacts'), ...announced(), 'SNAPSHOT']);

/** The first word of a kind in a text. @param {string} text */
const wordIn = (text) => text.split(/[^A-Za-z0-9_]+/).find((word) => words.has(word));

/**
 * Outside of kinds, the lists of them and tests, no text, pattern or key has the word of a kind: whoever compares
 * one, or makes a list of them, knows something that the kind should say by itself.
 * @type {import('eslint').Rule.RuleModule}
 */
export const kindsHaveNoNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      kind: '"{{word}}" is a word of a kind: ask the entry of the kind instead (docs/guides/development/adding-a-kind.md).',
    },
  },
  create(context) {
    /** @param {import('eslint').Rule.Node} node @param {string} text */
    const check = (node, text) => {
      const word = wordIn(text);
      if (word !== undefined) context.report({ node, messageId: 'kind', data: { word } });
    };
    return {
      Literal(node) {
        // What is imported from where is the matter of the boundaries.
        if (/^(?:Import|Export)/.test(node.parent.type)) return;
        if ('regex' in node) check(node, node.regex.pattern);
        else if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.cooked ?? node.value.raw);
      },
      ':matches(Property, PropertyDefinition, MethodDefinition, TSPropertySignature, TSMethodSignature) > Identifier.key'(
        /** @type {import('eslint').Rule.Node} */ node,
      ) {
        if (node.type === 'Identifier') check(node, node.name);
      },
      'TSEnumMember > Identifier.id'(/** @type {import('eslint').Rule.Node} */ node) {
        if (node.type === 'Identifier') check(node, node.name);
      },
      'MemberExpression[computed=false] > Identifier.property'(
        /** @type {import('eslint').Rule.Node} */ node,
      ) {
        if (node.type === 'Identifier') check(node, node.name);
      },
    };
  },
};
