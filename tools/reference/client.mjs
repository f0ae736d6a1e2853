// The types of the API's client as TypeScript, derived from the contracts.
import { format, resolveConfig } from 'prettier';
import {
  allObjects,
  allOperations,
  allRelations,
  listParameters,
  relationParameters,
} from '../../libs/contracts/dist/index.js';

/** @import { Attribute, ObjectContract, OperationContract } from '../../libs/contracts/dist/index.js' */

const notice = '// Made by tools/reference/generate.mjs; change the contracts instead.\n\n';

/**
 * What matters of a JSON Schema here.
 * @typedef {object} Schema
 * @property {string | string[]} [type]
 * @property {unknown[]} [enum]
 * @property {Schema} [items]
 * @property {Schema[]} [anyOf]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 */

/** `project_user` → `ProjectUser`. @param {string} name */
const typeName = (name) =>
  name.replace(/(?:^|_)([a-z])/g, (_, /** @type {string} */ letter) => letter.toUpperCase());

/** @param {readonly string[]} names */
const literals = (names) => names.map((name) => `'${name}'`).join(' | ');

/** @param {string | undefined} text */
const comment = (text) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');

/** @param {Schema} schema @returns {string} */
const typeOf = ({ type, enum: values, items, anyOf, properties, required = [] }) => {
  if (values) {
    const named = literals(values.filter((value) => value !== null).map(String));
    return values.includes(null) ? withNull(named) : named;
  }
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => typeOf({ type: each, properties, required })).join(' | ');
  if (type === 'array') return `(${typeOf(items ?? {})})[]`;
  if (type === 'integer') return 'number';
  if (type === 'object' && properties) {
    const members = Object.entries(properties).map(
      ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(each)}`,
    );
    return `{ ${members.join('; ')} }`;
  }
  return type === undefined ? 'unknown' : type === 'object' ? 'Record<string, unknown>' : type;
};

/** @param {string} type */
const withNull = (type) => (/\bnull$/.test(type) ? type : `${type} | null`);

/** @param {Attribute} attribute */
const shownType = ({ schema, shown, reference, orNull }) => {
  const type = reference ? 'Reference' : typeOf(shown ?? schema);
  return orNull ? withNull(type) : type;
};

/** @param {Attribute} attribute */
const takenType = ({ schema, reference }) => (reference ? 'Named' : typeOf(schema));

/** What lies on a storage node that is away nobody can tell. @param {ObjectContract} child */
const unlessAway = (child) =>
  allOperations.some(({ object, kind, on }) => object === child && kind === 'list' && on === 'node')
    ? ' | null'
    : '';

/** @param {ObjectContract} object */
const view = (object) => {
  const { name, description, attributes } = object;
  const own = Object.entries(attributes)
    .filter(([, { writeOnly }]) => !writeOnly)
    .map(
      ([key, attribute]) =>
        `${comment(attribute.description)}${key}${attribute.sometimes ? '?' : ''}: ${shownType(attribute)};`,
    );
  const related = [...allRelations.children(object)].flatMap(([key, child]) => [
    `${key}?: string[] | ${typeName(child.name)}[]${unlessAway(child)};`,
    `${key}_count?: number${unlessAway(child)};`,
    `${key}_more_results?: boolean;`,
  ]);
  const lines = [
    ...own,
    ...(related.length ? ['// Where `list`, `include` or `count` ask for them.', ...related] : []),
  ];
  return `${comment(description)}export interface ${typeName(name)} extends Envelope {\n${lines.join('\n')}\n}`;
};

/** @param {OperationContract} operation */
const bodyName = ({ object, verb }) => `${typeName(object.name)}${typeName(verb)}`;

/** @param {OperationContract} operation */
const taken = ({ object, takes, parameters = {} }) => ({
  ...Object.fromEntries(takes.map((name) => [name, object.attributes[name]])),
  ...parameters,
});

/** Null stands for the default. @param {OperationContract} operation */
const body = (operation) => {
  const { kind, requires } = operation;
  const members = Object.entries(taken(operation)).map(([name, attribute]) => {
    const isRequired = requires.includes(name);
    const isThere = isRequired && kind !== 'update';
    const type = takenType(attribute);
    return `${name}${isThere ? '' : '?'}: ${isRequired ? type : withNull(type)};`;
  });
  return `export interface ${bodyName(operation)} {\n${members.join('\n')}\n}`;
};

/** @param {OperationContract} operation */
const hasBody = (operation) => Object.keys(taken(operation)).length > 0;

/** @param {Readonly<Record<string, Attribute>>} parameters */
const query = (parameters) =>
  Object.entries(parameters)
    .map(([name, attribute]) => `${comment(attribute.description)}${name}?: ${typeOf(attribute.schema)};`)
    .join('\n');

/** @param {OperationContract} operation */
const input = (operation) => {
  const { path, kind, object } = operation;
  const params = [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => `${name}: string`);
  const queries = [
    ...(kind === 'list' ? ['ListQuery'] : []),
    ...(kind === 'list' || kind === 'show' || kind === 'read' ? ['RelationQuery'] : []),
    ...(kind === 'list' && object.filters
      ? [`{ [Filter in ${literals(Object.keys(object.filters))}]?: string }`]
      : []),
    ...(operation.query ? [`{ ${query(operation.query)} }`] : []),
  ];
  const isOptional = kind === 'update' || operation.requires.length === 0;
  return [
    ...(params.length ? [`params: { ${params.join('; ')} }`] : []),
    ...(queries.length ? [`query?: ${queries.join(' & ')}`] : []),
    ...(hasBody(operation) ? [`body${isOptional ? '?' : ''}: ${bodyName(operation)}`] : []),
  ].join('; ');
};

/** @param {OperationContract} operation */
const answer = ({ object, kind, bare, whole, reveals }) => {
  const name = typeName(object.name);
  if (bare) return 'Envelope';
  if (kind === 'list') return `Page<${name}>`;
  const revealed = reveals ? ` & Required<Pick<${name}, ${literals(reveals)}>>` : '';
  if (!whole) return name + revealed;
  const parts = whole.map((part) => `${part}: ${allObjects.has(part) ? typeName(part) : 'Whole'}`);
  return `Envelope & Partial<Omit<${name}, ${literals(whole)}>>${revealed} & { ${parts.join('; ')} }`;
};

/** What answers bytes is asked for by its path. */
const called = allOperations.filter(({ kind }) => kind !== 'bytes');

const objectsModule = () => `${notice}/** What every answer begins with. */
export interface Envelope { api_status: number; api_timestamp: string }

/** What names another object in an answer. */
export interface Reference { id: string; uuid: string; type?: string }

/** What names another object in a body: its id or uuid, or the reference as it is answered. */
export type Named = string | Partial<Reference>;

/** An object inside of another. */
export interface Whole extends Envelope { [attribute: string]: unknown }

/** A part of a list. */
export interface Page<T> extends Envelope {
  metadata: { more_results: boolean; next_offset: number; count: number };
  results: T[];
}

${[...allObjects.values()].map(view).join('\n\n')}

${called.filter(hasBody).map(body).join('\n\n')}
`;

const operationsModule = () => {
  const operations = called.map(
    (each) => `${comment(each.summary)}'${each.id}': { input: { ${input(each)} }; answer: ${answer(each)} };`,
  );
  const routes = called.map(({ id, method, path }) => `'${id}': ['${method}', '${path}'],`);
  const text = operations.join('\n');
  const names = [...objectsModule().matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `${notice}import type { ${used.join(', ')} } from './objects.js';

/** What lists take. */
export type ListQuery = { ${query(listParameters)} };

/** What else an answer shall tell. */
export type RelationQuery = { ${query(relationParameters)} };

/** What every operation takes and answers. */
export interface Operations {
${text}
}
export type OperationName = keyof Operations;

export const routes = {
${routes.join('\n')}
} as const satisfies Record<OperationName, readonly [method: string, path: string]>;
`;
};

/** The modules by their paths from the root of the tree, as the formatter leaves them. @param {string} root */
export const clientModules = async (root) => {
  const made = { objects: objectsModule(), operations: operationsModule() };
  const config = await resolveConfig(`${root}/libs/client/src/index.ts`);
  const modules = Object.entries(made).map(async ([name, text]) => {
    const path = `libs/client/src/generated/${name}.ts`;
    return /** @type {const} */ ([path, await format(text, { ...config, parser: 'typescript' })]);
  });
  return new Map(await Promise.all(modules));
};
