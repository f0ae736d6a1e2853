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

/** What a body says as far as it was looked at. */
export interface Checked<Values = object, Validated = object> {
  /** What is valid of the attributes that the operation takes; defaults are filled in on creation. */
  values: Values;
  /** What is wrong so far; a use case adds to it and throws it, by `validated`, before it writes. */
  problems: Problems;
  /** For the compiler; never there at run time. */
  readonly '~validated'?: Validated;
}

/** The input of a use case, checked against the operation's contract: `Input<typeof branchOperations.create>`. */
export interface UseCaseInput<Values, Validated, Params, Query> extends Checked<Values, Validated> {
  /** The path's last parameter, '' for collections. */
  id: string;
  params: Params;
  query: Query;
  list: ListQuery;
  /** Attributes as sent, valid or not. */
  sent: JsonObject;
}

export type Input<O extends OperationContract = OperationContract> = UseCaseInput<
  ValuesOf<O>,
  ValidatedOf<O>,
  ParamsOf<O>,
  QueryOf<O>
>;

/**
 * The values where nothing is wrong with them: what is required, or has a default, is there now.
 * @throws DomainError `invalid`, with all that is wrong
 */
export const validated = <Validated>({ values, problems }: Checked<object, Validated>): Validated => {
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
