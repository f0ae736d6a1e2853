import type { Attributes } from './attribute.js';
import type { Shown } from './attribute-types.js';

export type ServiceName = 'identity' | 'repository' | 'artifact';

/** An object type of the API as data. Everything that the conventions need derives from it. */
export interface ObjectContract {
  /** Singular, as in subjects, nested bodies and operation ids: `project_user`. */
  name: string;
  /** Plural, as in batches. */
  plural: string;
  service: ServiceName;
  attributes: Attributes;
  sortable: readonly string[];
  searchable: readonly string[];
  /** An index answers searches: they cost no more than other pages. */
  searchIndex?: true;
  /** Query parameters by which lists filter, with what they mean. */
  filters?: Readonly<Record<string, string>>;
  /** Lists are in descending order of id where the query names neither `sort` nor `order`. */
  newestFirst?: boolean;
  /** Ids may hold slashes; as the last part of a path they are accepted raw. */
  slashes?: boolean;
  /** What several types are alike: a user is an account. References and parents may be called so. */
  isA?: string;
  /** In whose answers its objects stand as children, by type of the parent, and under which names. */
  childOf?: Readonly<Record<string, string | readonly string[]>>;
  /** The reference to the account to which an object belongs, but for objects in which the flag `unless` is set. */
  owner?: Readonly<{ attribute: string; unless?: string }>;
  /** What POST and PUT know of the object when its attributes exclude each other. */
  excludes?: readonly (readonly [string, string])[];
  description?: string;
}

/** An object type of which the compiler knows the attributes. */
export interface ObjectOf<A extends Attributes> extends ObjectContract {
  attributes: A;
}

/** The same where what speaks of attributes names such as there are. */
interface Consistent<A extends Attributes, Name extends string> extends ObjectOf<A> {
  sortable: readonly Name[];
  owner?: Readonly<{ attribute: Name; unless?: Name }>;
  excludes?: readonly (readonly [Name, Name])[];
}

export const object = <A extends Attributes>(
  contract: Consistent<A, keyof NoInfer<A> & string>,
): ObjectOf<A> => contract;

/** An object as its service answers it: `View<typeof Project>`. */
export type View<O extends ObjectContract> = Shown<O['attributes']>;
