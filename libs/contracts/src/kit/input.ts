import type { JsonObject, ListQuery, Problems } from '@holdfast/kernel';
import type { WantedChildren } from './page-lines.js';

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

/** The input of a use case: validated against the operation's contract. */
export interface Input {
  /** The path's last parameter, '' for collections. */
  id: string;
  params: Record<string, string>;
  query: Record<string, string>;
  list: ListQuery;
  /** Valid values of the attributes that the operation takes, defaults filled in on creation. */
  values: Record<string, unknown>;
  /** Attributes as sent, valid or not. */
  sent: JsonObject;
  /** What is wrong so far; a use case adds to it and throws it before it writes. */
  problems: Problems;
}
