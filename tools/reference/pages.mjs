// The reference pages as text, derived from the contracts and from examples that a scenario has really run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allObjects,
  allOperations,
  allRelations,
  attributeRefusalsOf,
  batchLimit,
  refusalsOf,
} from '../../libs/contracts/dist/index.js';
import { errorCatalogue } from '../../libs/kernel/dist/index.js';
import { parsed } from '../system/private-files.mjs';
import { notice, table, title } from './markdown.mjs';
import { privilegePage } from './privilege-page.mjs';
import { settingsPage } from './settings-page.mjs';

/** @import { Attribute, ObjectContract, OperationContract } from '../../libs/contracts/dist/index.js' */

/**
 * A request that a scenario has run, and its answer.
 * @typedef {object} Example
 * @property {{ method: string, path: string, body?: unknown }} request
 * @property {number} status
 * @property {unknown} response
 */
/** @typedef {Partial<Record<string, Example>>} Examples by the id of the operation */

const root = join(import.meta.dirname, '../..');
/**
 * What is shown of a JSON Schema.
 * @typedef {object} Shown
 * @property {string | string[]} [type]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {unknown[]} [enum]
 * @property {number} [maxJsonBytes]
 */

/** @param {Shown} schema */
const limits = ({ minLength, maxLength, minimum, maximum, minItems, maxItems, enum: values, maxJsonBytes }) =>
  [
    values && values.map((value) => `\`${String(value)}\``).join(', '),
    (minLength ?? minimum ?? minItems) !== undefined && `at least ${minLength ?? minimum ?? minItems}`,
    (maxLength ?? maximum ?? maxItems) !== undefined && `at most ${maxLength ?? maximum ?? maxItems}`,
    maxJsonBytes !== undefined && `at most ${maxJsonBytes} bytes as JSON`,
  ]
    .filter(Boolean)
    .join('; ');

/** @param {Attribute} attribute @returns {Shown} */
const shownOf = ({ schema }) => schema;

/** @param {Attribute} attribute */
const typeOf = (attribute) =>
  attribute.reference
    ? `reference (${attribute.reference})`
    : [shownOf(attribute).type ?? 'any'].flat().join(' or ');

/** @param {Attribute} attribute */
const access = ({ readOnly, writeOnly }) => (readOnly ? 'answered' : writeOnly ? 'taken' : 'both');

/** @param {ObjectContract} object */
const attributes = ({ attributes: all }) =>
  table(
    ['attribute', 'type', 'taken or answered', 'default', 'limits', 'meaning'],
    Object.entries(all).map(([name, attribute]) => [
      `\`${name}\``,
      typeOf(attribute),
      access(attribute),
      attribute.default === undefined ? '' : `\`${JSON.stringify(attribute.default)}\``,
      limits(shownOf(attribute)),
      attribute.description ?? '',
    ]),
  );

/** @param {OperationContract} operation */
const statuses = (operation) =>
  [...new Set(refusalsOf(operation).map((code) => errorCatalogue[code].status))].sort().join(', ');

/** @param {OperationContract} operation @param {Examples} examples */
const example = ({ id }, examples) => {
  const found = examples[id];
  if (!found) return '';
  const { request, status, response } = found;
  const sent = request.body === undefined ? '' : `\n${JSON.stringify(request.body, null, 2)}`;
  return `\n\`\`\`http\n${request.method} /api${request.path}${sent}\n\n${status}\n${JSON.stringify(response, null, 2)}\n\`\`\`\n`;
};

/** What a body has that is no attribute of the object. @param {OperationContract} operation */
const parameters = ({ parameters: all = {}, requires }) =>
  table(
    ['sent', 'type', 'default', 'limits', 'meaning'],
    Object.entries(all).map(([name, attribute]) => [
      `\`${name}\`${requires.includes(name) ? ' (required)' : ''}`,
      typeOf(attribute),
      attribute.default === undefined ? '' : `\`${JSON.stringify(attribute.default)}\``,
      limits(shownOf(attribute)),
      attribute.description ?? '',
    ]),
  );

/** @param {OperationContract} each @param {Examples} examples */
const operation = (each, examples) => {
  const own = attributeRefusalsOf(each);
  const lines = [
    `### ${each.verb.replace(/_/g, ' ')}`,
    '',
    `\`${each.method} ${each.path}\`${each.summary ? ` — ${each.summary}.` : ''}`,
    '',
    `- privilege: ${each.privilege === 'public' ? 'none, no keys needed' : `\`${each.privilege}\``}`,
    `- answers: ${each.status}${each.bare ? ', the bare envelope' : ''}; refuses: ${statuses(each)}`,
  ];
  if (each.takes.length) {
    const required = each.kind === 'update' ? [] : each.requires;
    lines.push(
      `- takes: ${each.takes.map((name) => `\`${name}\`${required.includes(name) ? ' (required)' : ''}`).join(', ')}`,
    );
  }
  if (own.length)
    lines.push(`- 422 besides limits and types: ${own.map((error) => `\`${error}\``).join(', ')}`);
  if (each.batch) lines.push(`- takes an array, or many under the plural name, of at most ${batchLimit}`);
  if (each.forms) lines.push('- takes forms beside JSON');
  const besides = Object.keys(each.metadata ?? {});
  if (besides.length) lines.push(`- metadata besides: ${besides.map((name) => `\`${name}\``).join(', ')}`);
  if (each.includes)
    lines.push(`- \`include\` besides: ${each.includes.map((name) => `\`${name}\``).join(', ')}`);
  const query = Object.keys(each.query ?? {});
  if (query.length) lines.push(`- query: ${query.map((name) => `\`${name}\``).join(', ')}`);
  const sent = parameters(each);
  return `${lines.join('\n')}\n${sent && `\n${sent}`}${example(each, examples)}`;
};

/** @param {readonly string[]} list */
const names = (list) => (list.length ? list.map((name) => `\`${name}\``).join(', ') : 'none');

/** @param {ObjectContract} object */
const filters = ({ filters: all = {}, newestFirst }) =>
  [
    table(
      ['filter', 'meaning'],
      Object.entries(all).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    newestFirst ? 'Newest first, where neither `sort` nor `order` is named.\n' : '',
  ]
    .filter(Boolean)
    .join('\n');

/** @param {ObjectContract} object @param {Examples} examples */
const objectPage = (object, examples) => {
  const own = allOperations.filter((each) => each.object === object);
  return [
    notice + `# ${title(object.name)}\n`,
    ...(object.description ? [`${object.description}\n`] : []),
    '## Attributes\n',
    attributes(object),
    filters(object),
    `Sortable: ${names(object.sortable)}. Searchable: ${names(object.searchable)}.`,
    `Children (\`count\`, \`list\`, \`include\`): ${names([...allRelations.children(object).keys()])}.`,
    `References (\`expand\`): ${names([...allRelations.references(object).keys()])}.\n`,
    '## Operations\n',
    ...own.map((each) => operation(each, examples)),
  ].join('\n');
};

const indexPage = () =>
  [
    notice + '# Reference\n',
    'Derived from the contracts of the code. The calling conventions are in [the protocol](../protocols/api.md).\n',
    '- [Privileges](privileges.md)',
    '- [Settings](settings.md)',
    ...[...allObjects.values()].map(
      ({ name }) => `- [${title(name)}](objects/${name.replace(/_/g, '-')}.md)`,
    ),
  ].join('\n');

/** Every page by its path below docs/reference. */
export const pages = () => {
  const text = readFileSync(join(root, 'docs/reference/examples.json'), 'utf8');
  const examples = /** @type {Examples} */ (parsed(text));
  const made = new Map([
    ['README.md', indexPage()],
    ['privileges.md', notice + privilegePage()],
    ['settings.md', notice + settingsPage()],
  ]);
  for (const object of allObjects.values())
    made.set(`objects/${object.name.replace(/_/g, '-')}.md`, objectPage(object, examples));
  return new Map([...made].map(([path, text]) => [path, `${text.trimEnd()}\n`]));
};
