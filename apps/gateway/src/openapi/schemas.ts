import type { Attribute, ObjectContract, OperationContract } from '@holdfast/contracts';
import { attributeOf } from '@holdfast/contracts';

export type Json = Record<string, unknown>;

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** `project_user` -> `ProjectUser`. */
export const schemaName = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const described = (attribute: Attribute, schema: Json): Json => ({
  ...schema,
  ...(attribute.description ? { description: attribute.description } : {}),
  ...(attribute.default === undefined ? {} : { default: attribute.default }),
  ...(attribute.readOnly ? { readOnly: true } : {}),
  ...(attribute.writeOnly ? { writeOnly: true } : {}),
});

/** The schema of an attribute as it is sent. */
export const sentSchema = (attribute: Attribute): Json =>
  described(attribute, publicSchema(attribute.schema));

const publicSchema = (internal: Attribute['schema']): Json => {
  const { maxJsonBytes, ...schema } = JSON.parse(JSON.stringify(internal)) as Json;
  return maxJsonBytes === undefined ? schema : { ...schema, 'x-max-json-bytes': maxJsonBytes };
};

/** The schema of an object as it is answered. */
export const objectSchema = (object: ObjectContract): Json => {
  const properties: Json = {};
  for (const [name, attribute] of Object.entries(object.attributes)) {
    if (attribute.writeOnly) continue;
    properties[name] = attribute.reference
      ? described(attribute, { anyOf: [ref('Reference'), { type: 'null' }] })
      : described(attribute, publicAnswer(attribute));
  }
  return {
    ...(object.description ? { description: object.description } : {}),
    allOf: [ref('Envelope'), { type: 'object', properties }],
  };
};

/** Limits bind what is sent; answers of older data may lie outside them, or have a form of their own. */
export const publicAnswer = (attribute: Attribute): Json => {
  const { type: one, enum: values, format, items } = publicSchema(attribute.shown ?? attribute.schema);
  const type = attribute.orNull && typeof one === 'string' ? [one, 'null'] : one;
  return {
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(format === undefined ? {} : { format }),
    ...(items === undefined ? {} : { items }),
  };
};

/** The schema of an operation's body; undefined when it takes none. */
export const bodySchema = (operation: OperationContract): Json | undefined => {
  const names = [...operation.takes, ...Object.keys(operation.parameters ?? {})];
  if (names.length === 0) return undefined;
  const properties = Object.fromEntries(
    names.map((name) => [name, sentSchema(attributeOf(operation, name))]),
  );
  const required = operation.kind === 'update' ? [] : operation.requires;
  return { type: 'object', properties, ...(required.length ? { required } : {}) };
};
