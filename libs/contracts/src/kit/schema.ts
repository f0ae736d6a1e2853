import type TypeBox from 'typebox';
import type { TSchema } from 'typebox';

type Makers = Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Integer' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>;

/** The types of TypeBox, to whoever asks for the type of a schema, are nothing at run time. */
const made = (schema: object) => schema as never;

const optional = new WeakSet<object>();

const requiredOf = (properties: Readonly<Record<string, TSchema>>): string[] =>
  Object.keys(properties).filter((name) => !optional.has(properties[name]));

/**
 * JSON Schemas with the types of TypeBox, made as it makes them. Of the library contracts use no more than this, and to
 * load it whole took 3 MiB and a tenth of the start of every process.
 */
export const Type: Makers = {
  Array: (items, options) => made({ type: 'array', items, ...options }),
  Boolean: (options) => made({ type: 'boolean', ...options }),
  Integer: (options) => made({ type: 'integer', ...options }),
  Object: (properties, options) => {
    const required = requiredOf(properties);
    return made({ type: 'object', ...(required.length > 0 && { required }), properties, ...options });
  },
  Optional: (schema) => {
    const copy = { ...schema };
    optional.add(copy);
    return made(copy);
  },
  String: (options) => made({ type: 'string', ...options }),
  Unsafe: (schema) => made({ ...schema }),
};
