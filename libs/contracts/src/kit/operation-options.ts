import type { ErrorCode } from '@holdfast/kernel';
import type { Attributes } from './attribute.js';
import type { ErrorKind } from './error-kinds.js';
import type { Privilege } from './privilege.rules.js';

/** `bytes`: answers a file, which travels from the node that holds it and not over the broker. */
export type OperationKind = 'list' | 'show' | 'create' | 'update' | 'delete' | 'action' | 'read' | 'bytes';

/**
 * The body of an operation may be larger than a message. `bytes`: most of it. What is large in it are texts: those of
 * `text` in the objects of the list `list`. In a larger body than usual all else may have 4 MiB and 200,000 values.
 */
export interface LargeBody {
  readonly bytes: number;
  readonly list: string;
  readonly text: string;
}

/** What an operation states. All else derives from its object and its path. */
export interface OperationOptions<Name extends string = string, Answered extends string = string> {
  privilege: Privilege;
  kind?: OperationKind;
  /** Path below the collection of the object. */
  path?: string;
  /** The whole path, where it is not below the collection. */
  at?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names of the object's attributes that the body may have. */
  takes?: readonly Name[];
  /** Names of those that must be sent and not be empty. On PUT they may be absent, and not be empty. */
  requires?: readonly string[];
  /** Other names under which old clients send an attribute. Its own name counts first, then these, unless empty. */
  alternatives?: Readonly<{ [N in Name]?: readonly string[] }>;
  /** What the body may have besides attributes of the object. */
  parameters?: Attributes;
  /** Query parameters of this operation, besides those that all lists have. */
  query?: Attributes;
  /** The one of `query` that names for whom it is done: only company admins name another account than their own. */
  forAccount?: string;
  /** A body with an array, or with the plural as its key, creates many objects at once. Default: on creation. */
  batch?: boolean;
  /** The body may be an HTML form as well as JSON. */
  forms?: boolean;
  /** Status of success; default 201 for POST, else 200. */
  status?: number;
  /** The answer is the envelope alone, without an object. */
  bare?: boolean;
  /** Attributes of the answer that are full objects; each gets an envelope of its own. */
  whole?: readonly Answered[];
  /** Of a list: attributes marked `sometimes` that are full objects, and are there where `include` names them. */
  includes?: readonly Answered[];
  /** Attributes marked `sometimes` that this answer always has: a key that is shown once. */
  reveals?: readonly Answered[];
  /** The call goes to the storage node of the repository. */
  on?: 'node';
  /** Absent: the body has no more than a message may have. Only for operations on a node, where such a body lies. */
  largeBody?: LargeBody;
  /** The `timeout` of a call with such a body; absent: the same. */
  largeBodyTimeout?: number;
  /** What the metadata of its pages say besides. */
  metadata?: Attributes;
  /** Of a list: its order where the query names neither `sort` nor `order`, if it is not that of its object. */
  newestFirst?: boolean;
  /** Further errors, besides those that follow from the attributes: `<attribute>.<kind>`, or a code. */
  errors?: readonly (ErrorCode | `${string}.${ErrorKind}`)[];
  /** Why an operation that changes something makes no audit event. Absent: it makes one. */
  unaudited?: string;
  /** The answer has a secret, so it is not kept: a retry with the same `Idempotency-Key` is carried out again. */
  secret?: boolean;
  /**
   * The gateway keeps the answer until it hears `accessChanged` of the project. Only for answers that are the same for
   * everybody who may see them, and change only with the project.
   */
  kept?: 'project';
  /** As how many requests it counts against a rate; default 1, the cost of showing or changing one object. */
  weight?: number;
  summary?: string;
  /** Milliseconds that the gateway waits for the answer; default 10,000. */
  timeout?: number;
}
