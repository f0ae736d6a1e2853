import Type, { type TSchema } from 'typebox';

/**
 * One attribute of an object: its JSON Schema and what the conventions need to know beyond it.
 * The OpenAPI document takes the same schema.
 */
export interface Attribute {
  schema: TSchema;
  /** Answered but never taken: ignored on POST, `locked` on PUT when it would change. */
  readOnly?: boolean;
  /** Taken but never answered (passwords). */
  writeOnly?: boolean;
  /** What stands when the attribute is not sent, or sent as null. */
  default?: unknown;
  /** The reason kind of a schema failure, where `invalid` is not the right word (`reserved` words). */
  reserved?: readonly string[];
  /** An id that clients choose: text in the form of a uuid is `reserved`, because wherever it stands it is a uuid. */
  chosenId?: boolean;
  /** A reference to another object: answered as `{id, uuid, type?}`, taken as its bare id or uuid. */
  reference?: string;
  /** Audit events tell what it was set to, as they do of flags, numbers and choices. Never for what may be secret. */
  audited?: true;
  description?: string;
}

interface Common {
  audited?: true;
  description?: string;
  default?: unknown;
  reserved?: readonly string[];
}

interface TextOptions extends Common {
  min?: number;
  max?: number;
  /** A regular expression that the whole text must match. */
  pattern?: string;
  format?: string;
}

/** A string; lengths are in code points. */
export const text = ({ min, max, pattern, format, ...rest }: TextOptions = {}): Attribute => ({
  schema: Type.String({
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
  }),
  ...rest,
});

/** An id that whoever creates the object chooses. */
export const chosenId = (options: TextOptions): Attribute => ({ ...text(options), chosenId: true });

/** The ids of companies, projects, groups …: letters, digits, hyphen and underscore. */
export const shortName = (options: TextOptions = {}): Attribute =>
  chosenId({ min: 2, max: 100, pattern: '^[a-zA-Z0-9_-]*$', ...options });

export const flag = (options: Common = {}): Attribute => ({ schema: Type.Boolean(), ...options });

export const integer = ({ min, max, ...rest }: Common & { min?: number; max?: number } = {}): Attribute => ({
  schema: Type.Integer({
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  ...rest,
});

export const oneOf = (values: readonly string[], options: Common = {}): Attribute => ({
  schema: Type.Unsafe<string>({ type: 'string', enum: [...values] }),
  ...options,
});

export const list = (
  items: Attribute,
  { min, max, unique, ...rest }: Common & { min?: number; max?: number; unique?: boolean } = {},
): Attribute => ({
  schema: Type.Array(items.schema, {
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
    ...(unique ? { uniqueItems: true } : {}),
  }),
  ...rest,
});

/** An instant in the API's form. */
export const instant = (options: Common = {}): Attribute => ({
  schema: Type.String({ format: 'date-time' }),
  ...options,
});

/** A JSON object of any form. */
export const anyObject = (options: Common = {}): Attribute => ({
  schema: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  ...options,
});

/** Most bytes that the `properties` of one object may take as JSON text. */
export const propertiesLimit = 64 * 1024;

/** Free-form custom attributes: strings, arrays and nested objects; merged per top-level key on PUT. */
export const properties = (): Attribute => ({
  schema: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    maxJsonBytes: propertiesLimit,
  }),
  default: {},
  description: 'Custom attributes; PUT merges by top-level key, null removes a key; at most 64 KiB as JSON.',
});

/** What names an object in a body: its id or uuid, or the reference as it is answered. */
export type Named = string | { id?: string; uuid?: string };

/**
 * A reference to another object, by its id (or uuid, or as it is answered) when sent, as `{id, uuid}` when answered.
 */
export const reference = (object: string, options: Common = {}): Attribute => ({
  schema: Type.Unsafe<Named>({
    type: ['string', 'object'],
    minLength: 1,
    properties: { id: { type: 'string' }, uuid: { type: 'string' } },
  }),
  reference: object,
  ...options,
});

/** The id or uuid by which a sent reference names an object; '' when by nothing. */
export const namedBy = (named: Named): string =>
  typeof named === 'string' ? named : (named.uuid ?? named.id ?? '');

export const readOnly = (attribute: Attribute): Attribute => ({ ...attribute, readOnly: true });
export const writeOnly = (attribute: Attribute): Attribute => ({ ...attribute, writeOnly: true });

/** What an object may store and stores, in bytes. */
export const storage = {
  storage_limit: {
    schema: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    description:
      'Most bytes that it may store, what is under way and what is deactivated included; null: no limit of its own.',
  } satisfies Attribute as Attribute,
  storage_used: readOnly(integer({ min: 0, description: 'Bytes that it stores; at most a minute old.' })),
};

/** The attributes that most stored objects carry. */
export const stored = {
  uuid: readOnly(text({ description: 'Universally unique; stays when the id changes.' })),
  created_at: readOnly(instant()),
  updated_at: readOnly(instant()),
  deleted_at: readOnly(instant({ description: 'Deactivated objects only.' })),
  old_id: readOnly(text({ description: 'Deactivated objects only: the id before the deletion.' })),
};
