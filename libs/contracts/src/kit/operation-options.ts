import type { ErrorCode } from '@holdfast/kernel';
import type { Attributes } from './attribute.js';
import type { ErrorKind } from './error-kinds.js';
import type { Privilege } from './privilege.rules.js';

export type OperationKind = 'list' | 'show' | 'create' | 'update' | 'delete' | 'action' | 'read';

/** What an operation says of itself; the rest derives from its object and its path. */
export interface OperationOptions<Name extends string = string, Answered extends string = string> {
  privilege: Privilege;
  kind?: OperationKind;
  /** Path below the collection of the object. */
  path?: string;
  /** The whole path, where it is not below the collection. */
  at?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Attributes taken from the body, by name of the object's attributes. */
  takes?: readonly Name[];
  /** Attributes that must be there and not empty (on PUT: not empty when sent). */
  requires?: readonly string[];
  /**
   * Names that old clients send in place of an attribute: the first that is not empty counts, its own name before
   * them.
   */
  alternatives?: Readonly<{ [N in Name]?: readonly string[] }>;
  /** Body attributes that are none of the object's. */
  parameters?: Attributes;
  /** Query parameters of its own, beyond those of lists. */
  query?: Attributes;
  /** Arrays and plural keys create many at once. */
  batch?: boolean;
  /** Forms are taken beside JSON. */
  forms?: boolean;
  /** Success; 201 for POST, else 200. */
  status?: number;
  /** The answer is the bare envelope. */
  bare?: boolean;
  /** Attributes of the answer that are whole objects: each is in an envelope of its own. */
  whole?: readonly Answered[];
  /** Attributes that some views lack, and this answer never: secrets that are told once. */
  reveals?: readonly Answered[];
  /** Goes to the storage node that holds the repository. */
  on?: 'node';
  /** Errors beyond those that the attributes imply, as `<attribute>.<kind>` or a code. */
  errors?: readonly (ErrorCode | `${string}.${ErrorKind}`)[];
  /** Why calls of an operation that changes something leave no audit event of themselves. */
  unaudited?: string;
  /** An answer with a secret in it is never kept for an idempotent retry. */
  secret?: boolean;
  /**
   * What is shown is the same for everybody who may see it and changes only with the project, of which gateways hear
   * by `accessChanged`: they keep it until then.
   */
  kept?: 'project';
  /** What a request counts for against a rate, where it costs more than to show or change one object. */
  weight?: number;
  summary?: string;
  /** Milliseconds that the caller waits; 10 s by default. */
  timeout?: number;
}
