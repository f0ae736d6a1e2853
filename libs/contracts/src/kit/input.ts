import { wholeList, type JsonObject, type ListQuery, type Problems } from '@holdfast/kernel';
import type { OperationContract } from './operation.js';
import type { ParamsOf, QueryOf, ValidatedOf, ValuesOf } from './operation-types.js';
import type { WantedChildren } from './page-lines.js';
import { validateBody } from './validate.js';

/** What the gateway passes to a service beside the call context. */
export interface CallInput {
  /** Path parameters, decoded once. */
  params: Record<string, string>;
  /** Attributes as sent, unwrapped from nesting. */
  body?: JsonObject;
  /** The page asked for, with list operations. */
  list?: ListQuery;
  /** Children to be answered with the page, with list operations: such as the same service knows. */
  children?: WantedChildren[];
  /** Query parameters that the operation names itself. */
  query?: Record<string, string>;
}

/** The input of every use case. */
export interface PlainInput {
  /** The path's last parameter, '' for collections. */
  id: string;
  list: ListQuery;
  /** Attributes as sent, valid or not. */
  sent: JsonObject;
  /** What is wrong so far; a use case adds to it and throws it, by `validated`, before it writes. */
  problems: Problems;
}

/** The input of a use case, checked against the operation's contract: `Input<typeof branchOperations.create>`. */
export interface Input<O extends OperationContract> extends PlainInput {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  /** What is valid of the attributes that the operation takes; defaults are filled in on creation. */
  values: ValuesOf<O>;
  /** For the compiler; never there at run time. */
  readonly '~validated'?: ValidatedOf<O>;
}

/** What is validated of an input. */
interface Checked<Validated> {
  values: object;
  problems: Problems;
  readonly '~validated'?: Validated;
}

/**
 * The values where nothing is wrong with them: what is required, or has a default, is there now.
 * @throws DomainError `invalid`, with all that is wrong
 */
export const validated = <Validated>({ values, problems }: Checked<Validated>): Validated => {
  problems.throwIfAny();
  return values as Validated;
};

/** Makes the input for the use case of an operation from what was called with. */
export const inputOf = <O extends OperationContract>(operation: O): ((call: CallInput) => Input<O>) => {
  const last = /:([a-z_]+)$/.exec(operation.path)?.[1];
  return ({ params, body, list, query }) => {
    const sent = body ?? {};
    const id = last === undefined ? '' : (params[last] ?? '');
    const { values, problems } = validateBody(operation, sent);
    return { id, params, query: query ?? {}, list: list ?? wholeList, values, sent, problems } as Input<O>;
  };
};
