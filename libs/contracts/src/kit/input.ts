import { wholeList, type JsonObject, type ListQuery, type Problems } from '@holdfast/kernel';
import type { OperationContract } from './operation.js';
import type { ParamsOf, QueryOf, ValidatedOf, ValuesOf } from './operation-types.js';
import type { WantedChildren } from './page-lines.js';
import { validateBody } from './validate.js';

/** What the gateway sends to a service, besides the call context. */
export interface CallInput {
  /** Path parameters, decoded once. */
  params: Record<string, string>;
  /** The attributes as they were sent; a nested body is unwrapped. */
  body?: JsonObject;
  /** Of lists: which page is wanted. */
  list?: ListQuery;
  /** Of lists: children that are to be answered with the page. Only such as the same service keeps. */
  children?: WantedChildren[];
  /** Which of the operation's `includes` are wanted. */
  include?: readonly string[];
  /** The operation's own query parameters. */
  query?: Record<string, string>;
  /** Of a large body: by what the node knows its texts, in whose places `body` has `<first byte>:<bytes>`. */
  staged?: string;
  /** Of operations that answer bytes: what the client says of conditions and ranges, by lower-case names. */
  headers?: Record<string, string>;
}

/** The input of every use case. */
export interface PlainInput {
  /** The parameter at the end of the path; '' where the path ends otherwise. */
  id: string;
  list: ListQuery;
  /** Which of the operation's `includes` are wanted. */
  include: readonly string[];
  /** Attributes as sent, valid or not. */
  sent: JsonObject;
  /** As in the call. */
  staged?: string;
  /** As in the call. */
  headers: Record<string, string>;
  /** What is wrong so far. A use case adds to it; `validated` throws it. Call that before you write. */
  problems: Problems;
}

/** The input of a use case, checked against the operation's contract: `Input<typeof branchOperations.create>`. */
export interface Input<O extends OperationContract> extends PlainInput {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  /** The valid ones of the attributes that the operation takes. On creation they include the defaults. */
  values: ValuesOf<O>;
  /** For the compiler; never there at run time. */
  readonly '~validated'?: ValidatedOf<O>;
}

/** The part of an input that `validated` needs. */
interface Checked<Validated> {
  values: object;
  problems: Problems;
  readonly '~validated'?: Validated;
}

/**
 * The values, if nothing is wrong. The type says that what is required or has a default is there.
 * @throws DomainError `invalid` with all problems, if there are any
 */
export const validated = <Validated>({ values, problems }: Checked<Validated>): Validated => {
  problems.throwIfAny();
  return values as Validated;
};

/** Makes the function that turns a call of this operation into the input of its use case. */
export const inputOf = <O extends OperationContract>(operation: O): ((call: CallInput) => Input<O>) => {
  const last = /:([a-z_]+)$/.exec(operation.path)?.[1];
  return ({ params, body, list, query, staged, include = [], headers = {} }) => {
    const sent = body ?? {};
    const id = last === undefined ? '' : (params[last] ?? '');
    const { values, problems } = validateBody(operation, sent);
    return {
      id,
      params,
      query: query ?? {},
      list: list ?? wholeList,
      include,
      values,
      sent,
      ...(staged === undefined ? {} : { staged }),
      headers,
      problems,
    } as Input<O>;
  };
};
