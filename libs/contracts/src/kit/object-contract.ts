import type { Attributes } from './attribute.js';
import type { Shown } from './attribute-types.js';
import type { Privilege } from './privilege.rules.js';

export type ServiceName = 'identity' | 'repository' | 'artifact';

/** An object type of the API as data. Everything that the conventions need derives from it. */
export interface ObjectContract {
  /** Singular, as in subjects, nested bodies and operation ids: `project_user`. */
  name: string;
  /** Plural, as in batches. */
  plural: string;
  /** Singular and plural that bodies may have in the place of these: the words of its address. */
  alsoCalled?: readonly [name: string, plural: string];
  service: ServiceName;
  attributes: Attributes;
  sortable: readonly string[];
  searchable: readonly string[];
  /** The database has an index for searches, so a search costs no more than another page. */
  searchIndex?: true;
  /** Query parameters by which lists filter: the meaning of each, by its name. */
  filters?: Readonly<Record<string, string>>;
  /** Lists are in descending order of id where the query names neither `sort` nor `order`. */
  newestFirst?: boolean;
  /** Ids may contain slashes. At the end of an address they need not be encoded. */
  slashes?: boolean;
  /** A word for several types together: a user is an `account`. References and `childOf` may use it. */
  isA?: string;
  /** Its parents: in the answers of which types its objects stand as children, and under which name or names. */
  childOf?: Readonly<Record<string, string | readonly string[]>>;
  /** The attribute that refers to the account to which an object belongs. Where the flag `unless` is true: to none. */
  owner?: Readonly<{ attribute: string; unless?: string }>;
  /** What changing and deleting it asks for besides the operation's own privilege, where the attribute is `value`. */
  asksMore?: Readonly<{ attribute: string; value: string; privilege: Privilege }>;
  /** Pairs of attributes of which a body may have only one. */
  excludes?: readonly (readonly [string, string])[];
  description?: string;
}

/** An object type whose attributes the compiler knows. */
export interface ObjectOf<A extends Attributes> extends ObjectContract {
  attributes: A;
}

/** The same, where all names of attributes are those of attributes that exist. */
interface Consistent<A extends Attributes, Name extends string> extends ObjectOf<A> {
  sortable: readonly Name[];
  owner?: Readonly<{ attribute: Name; unless?: Name }>;
  asksMore?: Readonly<{ attribute: Name; value: string; privilege: Privilege }>;
  excludes?: readonly (readonly [Name, Name])[];
}

export const object = <A extends Attributes>(
  contract: Consistent<A, keyof NoInfer<A> & string>,
): ObjectOf<A> => contract;

/** An object as its service answers it: `View<typeof Project>`. */
export type View<O extends ObjectContract> = Shown<O['attributes']>;
