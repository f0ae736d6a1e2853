import Type, { type TSchema } from 'typebox';
import type { AttributeErrors } from '@holdfast/kernel';

/** What may be wrong with an attribute. */
export type ErrorKind = keyof AttributeErrors;

/** One kind: the schema of what is said of it, and the keywords of JSON Schema that it stands for. */
interface ErrorKindContract {
  said: TSchema;
  keywords?: readonly string[];
}

const yes = Type.Unsafe<true>({ const: true });

/** All kinds of the API. What no keyword of another kind says is `invalid`. */
export const errorKinds: Readonly<Record<ErrorKind, ErrorKindContract>> = {
  minimum: { said: Type.Integer(), keywords: ['minLength', 'minimum', 'minItems'] },
  maximum: { said: Type.Integer(), keywords: ['maxLength', 'maximum', 'maxItems', 'maxJsonBytes'] },
  conflicts: { said: Type.Array(Type.String()) },
  empty: { said: yes },
  invalid: { said: yes },
  reserved: { said: yes },
  not_found: { said: yes },
  locked: { said: yes },
};

const hasKeyword = (kind: ErrorKind, keyword: string): boolean =>
  errorKinds[kind].keywords?.includes(keyword) ?? false;

/** The problem of a value that a keyword of its schema refuses; `limit` is what the keyword says. */
export const problemOfKeyword = (keyword: string, limit: number): AttributeErrors => {
  if (hasKeyword('minimum', keyword)) return { minimum: limit };
  if (hasKeyword('maximum', keyword)) return { maximum: limit };
  return { invalid: true };
};
