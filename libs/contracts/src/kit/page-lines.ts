/** Children that an answer shall tell of with each of its objects. */
export interface WantedChildren {
  child: string;
  /** Numbers only, ids, or full objects. */
  want: 'count' | 'list' | 'include';
  /** Most children of one object. */
  limit: number;
}

/** Children of many parents of one type at once. */
export interface ListChildren extends WantedChildren {
  parent: string;
  parents: string[];
}

/**
 * By the parent's uuid; a parent without children may be absent. `more`: there are more than these. `cut`: some were
 * left out because the answer as a whole has no room for them.
 */
export type Children = Record<
  string,
  { count: number; ids?: string[]; objects?: object[]; more?: boolean; cut?: boolean }
>;

/** Children of one object, as they stand in the head of an answer. */
export interface ChildrenHead {
  /** With `include`: so many texts are theirs. */
  count: number;
  /** With `list`. */
  ids?: string[];
  /** There are more than these. */
  more?: true;
}

/**
 * Head of a page as a service answers it. The texts are its objects, then the included children: of each wanted
 * relation, object by object.
 */
export interface PageHead {
  objects: number;
  more: boolean;
  /** Of each wanted relation, in the order of the objects. */
  children?: ChildrenHead[][];
}
