import type { Attributes } from './attribute.js';
import type { Settable } from './attribute-types.js';
import type { ObjectContract, ObjectOf, ServiceName } from './object-contract.js';
import type { OperationTypes, ParametersOf, TakesOf, TypedOperation } from './operation-types.js';
import type { OperationKind, OperationOptions } from './operation-options.js';

export interface OperationContract extends OperationOptions, TypedOperation {
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

/** An operation whose input and answer the compiler knows. */
export interface Operation<
  A extends Attributes,
  Verb extends string,
  Collection extends string,
  Options extends OperationOptions,
> extends OperationContract {
  object: ObjectOf<A>;
  readonly '~types'?: OperationTypes<A, Verb, Collection, Options>;
}

type Verbs<Name extends string, Answered extends string = string> = Readonly<
  Record<string, OperationOptions<Name, Answered>>
>;

/** The operations of an object, by their verbs. */
export type Operations<A extends Attributes, Collection extends string, V extends Verbs<string>> = {
  readonly [Verb in keyof V & string]: Operation<A, Verb, Collection, V[Verb]>;
};

/** The names that operations require and do not take. */
type Untaken<V> = {
  [Verb in keyof V]: V[Verb] extends { requires: readonly (infer Name)[] }
    ? Exclude<Name, TakesOf<V[Verb]> | keyof ParametersOf<V[Verb]>>
    : never;
}[keyof V];

/** Does not compile where an operation requires what it does not take: nobody could send it. */
type TakesWhatItRequires<V> = [Untaken<V>] extends [never]
  ? unknown
  : { readonly [Verb in keyof V]: { readonly requires?: readonly TakesOf<V[Verb]>[] } };

const methods: Record<OperationKind, OperationContract['method']> = {
  list: 'GET',
  show: 'GET',
  read: 'GET',
  bytes: 'GET',
  create: 'POST',
  action: 'POST',
  update: 'PUT',
  delete: 'DELETE',
};

const standard = ['list', 'show', 'create', 'update', 'delete'] as const;

const kindOf = (verb: string): OperationKind => standard.find((each) => each === verb) ?? 'action';

/** All that `operations` has made. So it is found among the other exports of a module. */
const groups = new WeakMap<object, readonly OperationContract[]>();

/**
 * Makes the operations of an object. `collection` is the path of its collection, with `:name` for parameters. The verbs
 * `list`, `show`, `create`, `update` and `delete` have their usual method and path. Another verb is a POST to the
 * collection, unless its options say otherwise.
 */
export const operations = <
  A extends Attributes,
  const Collection extends string,
  const V extends Verbs<Settable<A>, keyof A & string>,
>(
  contract: ObjectOf<A>,
  collection: Collection,
  verbs: V & TakesWhatItRequires<V>,
): Operations<A, Collection, V> => {
  const made = Object.fromEntries(
    Object.entries<OperationOptions>(verbs).map(([verb, options]) => [
      verb,
      operation(contract, collection, verb, options),
    ]),
  );
  groups.set(made, Object.values(made));
  return made as Operations<A, Collection, V>;
};

/** All operations that a module exports. */
export const operationsIn = (exports: Readonly<Record<string, unknown>>): OperationContract[] =>
  Object.values(exports).flatMap((value) =>
    typeof value === 'object' && value !== null ? (groups.get(value) ?? []) : [],
  );

const operation = (
  object: ObjectContract,
  collection: string,
  verb: string,
  options: OperationOptions,
): OperationContract => {
  const kind = options.kind ?? kindOf(verb);
  const method = options.method ?? methods[kind];
  const one = kind === 'show' || kind === 'update' || kind === 'delete';
  const below = options.path ?? (one ? '/:id' : '');
  return {
    ...options,
    id: `${object.name}.${verb}`,
    verb,
    object,
    service: object.service,
    kind,
    method,
    path: options.at ?? `${collection}${below}`,
    subject: `${object.service}.${object.name}.${verb}.v1`,
    takes: options.takes ?? [],
    requires: options.requires ?? [],
    batch: options.batch ?? kind === 'create',
    status: options.status ?? (method === 'POST' ? 201 : 200),
  };
};
