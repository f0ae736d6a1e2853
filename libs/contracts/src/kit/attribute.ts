import type { TSchema } from 'typebox';
import type { Defaulted, ReadOnly, Sometimes, Typed, WriteOnly } from './attribute-types.js';
import { Type } from './schema.js';

/**
 * One attribute of an object: its JSON Schema and what the conventions need to know beyond it.
 * The OpenAPI document takes the same schema.
 */
export interface Attribute<Taken = unknown, Shown = Taken> extends Typed<Taken, Shown> {
  schema: TSchema;
  /** The schema of what is answered, where that has another form than what is sent. */
  shown?: TSchema;
  /** Answered, and never taken: POST ignores it; PUT refuses it as `locked` if it would change. */
  readOnly?: boolean;
  /** Taken but never answered (passwords). */
  writeOnly?: boolean;
  /** Some answers of the object lack it. */
  sometimes?: boolean;
  /** Where the object has none, null is answered. */
  orNull?: boolean;
  /** The value on creation when the attribute is not sent, and whenever null is sent. */
  default?: unknown;
  /** Values that are refused as `reserved`. */
  reserved?: readonly string[];
  /** An id that clients choose. A text in the form of a uuid is refused as `reserved`: addresses take it for a uuid. */
  chosenId?: boolean;
  /** The type of object that it refers to. Answered as `{id, uuid, type?}`; an id or a uuid is sent. */
  reference?: string;
  /**
   * Audit events show the value to which it was set; of flags, numbers and choices they always do. Never set it for
   * what may be a secret.
   */
  audited?: true;
  description?: string;
}

/** The attributes of an object, by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

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
  /** One that `validate.ts` checks: of any other nothing would be checked. */
  format?: 'date-time' | 'email';
}

interface IntegerOptions extends Common {
  min?: number;
  max?: number;
}

interface ListOptions extends IntegerOptions {
  unique?: boolean;
}

/** The attribute that these options make. The compiler knows from them whether it has a default. */
type Made<Options, Taken, Shown = Taken> = Options extends { default: NonNullable<unknown> }
  ? Attribute<Taken, Shown> & Defaulted
  : Attribute<Taken, Shown>;

/** The caller says which values the schema accepts: no type can be derived from a schema here. */
const made = <Options, Taken, Shown = Taken>(schema: TSchema, rest: Common): Made<Options, Taken, Shown> =>
  ({ schema, ...rest }) as Made<Options, Taken, Shown>;

/** A string; lengths are in code points. */
export const text = <O extends TextOptions = object>(options?: O): Made<O, string> => {
  const { min, max, pattern, format, ...rest }: TextOptions = options ?? {};
  const schema = Type.String({
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
  });
  return made<O, string>(schema, rest);
};

/** An id that is chosen by whoever creates the object. */
export const chosenId = (options: TextOptions): Attribute<string> => ({ ...text(options), chosenId: true });

/** The ids of companies, projects, groups …: letters, digits, hyphen and underscore. */
export const shortName = (options: TextOptions = {}): Attribute<string> =>
  chosenId({ min: 2, max: 100, pattern: '^[a-zA-Z0-9_-]*$', ...options });

export const flag = <O extends Common = object>(options?: O): Made<O, boolean> =>
  made<O, boolean>(Type.Boolean(), { ...options });

export const integer = <O extends IntegerOptions = object>(options?: O): Made<O, number> => {
  const { min, max, ...rest }: IntegerOptions = options ?? {};
  const schema = Type.Integer({
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  });
  return made<O, number>(schema, rest);
};

export const oneOf = <const V extends string, O extends Common = object>(
  values: readonly V[],
  options?: O,
): Made<O, V> => made<O, V>(Type.Unsafe<V>({ type: 'string', enum: [...values] }), { ...options });

export const list = <Taken, Shown, O extends ListOptions = object>(
  items: Attribute<Taken, Shown>,
  options?: O,
): Made<O, Taken[], Shown[]> => {
  const { min, max, unique, ...rest }: ListOptions = options ?? {};
  const schema = Type.Array(items.schema, {
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
    ...(unique ? { uniqueItems: true } : {}),
  });
  return made<O, Taken[], Shown[]>(schema, rest);
};

/** An instant in the API's form. */
export const instant = (options: Common = {}): Attribute<string> => ({
  schema: Type.String({ format: 'date-time' }),
  ...options,
});

/** A JSON object. Its form is free, or `T`, which the compiler knows and nothing checks at run time. */
export const anyObject = <T extends object = Record<string, unknown>>(
  options: Common = {},
): Attribute<T> => ({
  schema: Type.Unsafe<T>({ type: 'object', additionalProperties: true }),
  ...options,
});

/** Most bytes that the `properties` of one object may take as JSON text whose numbers are written out. */
export const propertiesLimit = 64 * 1024;

/** Free-form custom attributes: strings, arrays and nested objects; merged per top-level key on PUT. */
export const properties = (): Attribute<object> & Defaulted => ({
  schema: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    maxJsonBytes: propertiesLimit,
  }),
  default: {},
  description:
    'Custom attributes; PUT merges by top-level key, null removes a key; at most 64 KiB as JSON, numbers written out.',
});

/** What names an object in a body: its id or uuid, or the reference as it is answered. */
export type Named = string | { id?: string; uuid?: string };

/** What names an object in an answer. A service may answer the uuid alone; the gateway then adds `id` and `type`. */
export interface Reference {
  id?: string;
  uuid: string;
  type?: string;
}

/**
 * A reference to another object, by its id (or uuid, or as it is answered) when sent, as `{id, uuid}` when answered.
 */
export const reference = (object: string, options: Common = {}): Attribute<Named, Reference> => ({
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

export const readOnly = <A extends Attribute>(attribute: A): A & ReadOnly => ({
  ...attribute,
  readOnly: true,
});
export const writeOnly = <A extends Attribute>(attribute: A): A & WriteOnly => ({
  ...attribute,
  writeOnly: true,
});

/** Some answers of the object lack it; perhaps all, where it is answered under another name. */
export const sometimes = <A extends Attribute>(attribute: A): A & Sometimes => ({
  ...attribute,
  sometimes: true,
});

/** Where the object has none, null is answered. */
export const orNull = <Taken, Shown>(attribute: Attribute<Taken, Shown>): Attribute<Taken, Shown | null> => ({
  ...attribute,
  orNull: true,
});

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
  } satisfies Attribute as Attribute<number | null>,
  storage_used: readOnly(integer({ min: 0, description: 'Bytes that it stores; at most a minute old.' })),
};

/** The attributes that most stored objects carry. */
export const stored = {
  uuid: readOnly(text({ description: 'Universally unique; stays when the id changes.' })),
  created_at: readOnly(instant()),
  updated_at: readOnly(instant()),
  deleted_at: sometimes(readOnly(instant({ description: 'Deactivated objects only.' }))),
  old_id: sometimes(readOnly(text({ description: 'Deactivated objects only: the id before the deletion.' }))),
};
