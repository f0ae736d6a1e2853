import type { Answered } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import type { Condition, LongColumns } from '@holdfast/platform/persistence';

/** Rows of an object type, and what is shown of them. */
export interface ShownRows {
  select: string;
  /** Columns that are null in `select` where they are long. */
  long?: LongColumns | undefined;
  from: string;
  /** Of the object's own table in `from`. */
  alias: string;
  /** Those that the caller may know of; undefined: none at all. */
  visible: (caller: Principal) => Condition | undefined;
  view: (row: never) => Answered;
}

/** A table that says which object (`of`) leads to which (`to`): names of its columns. */
export interface LinkTable {
  table: string;
  of: string;
  to: string;
}

/** How parents come to their children: by links of their own, and by those of groups, which many parents share. */
export interface SharedLinks {
  own: LinkTable;
  groups: LinkTable;
  ofGroup: LinkTable;
}

/** Rows that are children of others; in `where` the uuid of the parent is `parent.uuid`, unless there are `links`. */
export interface ChildRows extends ShownRows {
  where: string;
  links?: SharedLinks;
}

/**
 * The rows of an object type where they stand in answers of others. Which answers these are says the contract; what is
 * said here is how they are read.
 */
export interface RelatedRows extends ShownRows {
  /** What objects of the type are called; of several types alike, what they are. */
  object: string;
  /** Has uuid, id and company_uuid, and type where objects of several types are called so. */
  table: string;
  /**
   * How the children of a parent are read, where it is otherwise than by a column of the parent's name: by what the
   * parent is called, and the name of the children there.
   */
  below?: Readonly<Record<string, Readonly<Record<string, Partial<ChildRows>>>>>;
}
