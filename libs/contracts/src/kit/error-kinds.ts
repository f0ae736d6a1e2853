import type { TSchema } from 'typebox';
import type { AttributeErrors } from '@holdfast/kernel';
import { Type } from './schema.js';

/** The kinds of errors that an attribute may have. */
export type ErrorKind = keyof AttributeErrors;

/** One kind: the schema of its value in `api_errors`, and the keywords of JSON Schema that lead to it. */
interface ErrorKindContract {
  said: TSchema;
  keywords?: readonly string[];
}

const yes = Type.Unsafe<true>({ const: true });

/** All kinds of the API. A keyword that belongs to none of them leads to `invalid`. */
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

/** The error for a value that a keyword of its schema refuses. `limit`: the value of that keyword. */
export const problemOfKeyword = (keyword: string, limit: number): AttributeErrors => {
  if (hasKeyword('minimum', keyword)) return { minimum: limit };
  if (hasKeyword('maximum', keyword)) return { maximum: limit };
  return { invalid: true };
};
