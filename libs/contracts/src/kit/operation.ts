import type { Attribute } from './attribute.js';
import type { ObjectContract, ServiceName } from './object-contract.js';
import type { Privilege } from './privilege.rules.js';

export type OperationKind = 'list' | 'show' | 'create' | 'update' | 'delete' | 'action' | 'read';

/** What an operation says of itself; the rest derives from its object and its path. */
export interface OperationOptions {
  privilege: Privilege;
  kind?: OperationKind;
  /** Path below the collection of the object. */
  path?: string;
  /** The whole path, where it is not below the collection. */
  at?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Attributes taken from the body, by name of the object's attributes. */
  takes?: readonly string[];
  /** Attributes that must be there and not empty (on PUT: not empty when sent). */
  requires?: readonly string[];
  /**
   * Names that old clients send in place of an attribute: the first that is not empty counts, its own name before
   * them.
   */
  alternatives?: Readonly<Record<string, readonly string[]>>;
  /** Body attributes that are none of the object's. */
  parameters?: Readonly<Record<string, Attribute>>;
  /** Query parameters of its own, beyond those of lists. */
  query?: Readonly<Record<string, Attribute>>;
  /** Arrays and plural keys create many at once. */
  batch?: boolean;
  /** Forms are taken beside JSON. */
  forms?: boolean;
  /** Success; 201 for POST, else 200. */
  status?: number;
  /** The answer is the bare envelope. */
  bare?: boolean;
  /** Attributes of the answer that are whole objects: each is in an envelope of its own. */
  whole?: readonly string[];
  /** Goes to the storage node that holds the repository. */
  on?: 'node';
  /** Errors beyond those that the attributes imply, as `<attribute>.<kind>` or a code. */
  errors?: readonly string[];
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

export interface OperationContract extends OperationOptions {
  /** `branch.create`. */
  id: string;
  verb: string;
  object: ObjectContract;
  service: ServiceName;
  kind: OperationKind;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Template with `:name` parameters, below the base address. */
  path: string;
  /** Subject without the node. */
  subject: string;
  takes: readonly string[];
  requires: readonly string[];
  batch: boolean;
  status: number;
}

const methods: Record<OperationKind, OperationContract['method']> = {
  list: 'GET',
  show: 'GET',
  read: 'GET',
  create: 'POST',
  action: 'POST',
  update: 'PUT',
  delete: 'DELETE',
};

const standard: readonly string[] = ['list', 'show', 'create', 'update', 'delete'];

/**
 * The operations of an object below its collection path. The verbs `list show create update delete` have
 * their usual method and path; others name what differs.
 */
export const operations = <const V extends string>(
  contract: ObjectContract,
  collection: string,
  verbs: Readonly<Record<V, OperationOptions>>,
): Readonly<Record<V, OperationContract>> => {
  const made = {} as Record<V, OperationContract>;
  for (const verb of Object.keys(verbs) as V[]) {
    const options = verbs[verb];
    const kind = options.kind ?? (standard.includes(verb) ? (verb as OperationKind) : 'action');
    const method = options.method ?? methods[kind];
    const one = kind === 'show' || kind === 'update' || kind === 'delete';
    const below = options.path ?? (one ? '/:id' : '');
    made[verb] = {
      ...options,
      id: `${contract.name}.${verb}`,
      verb,
      object: contract,
      service: contract.service,
      kind,
      method,
      path: options.at ?? `${collection}${below}`,
      subject: `${contract.service}.${contract.name}.${verb}.v1`,
      takes: options.takes ?? [],
      requires: options.requires ?? [],
      batch: options.batch ?? kind === 'create',
      status: options.status ?? (method === 'POST' ? 201 : 200),
    };
  }
  return made;
};
