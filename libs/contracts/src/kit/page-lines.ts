/** Children that are wanted with each object of an answer. */
export interface WantedChildren {
  child: string;
  /** `count`: how many there are. `list`: their ids. `include`: the full objects. */
  want: 'count' | 'list' | 'include';
  /** The most children of one object. */
  limit: number;
}

/** Asks for the children of many parents of one type. */
export interface ListChildren extends WantedChildren {
  parent: string;
  parents: string[];
}

/**
 * The children by the uuid of their parent; a parent without children may be absent. `more`: the parent has more than
 * the limit. `cut`: some are missing because the whole answer became too large. `away`: nobody can tell now, as the
 * storage node of the parent does not answer.
 */
export type Children = Record<
  string,
  { count: number; ids?: string[]; objects?: object[]; more?: boolean; cut?: boolean; away?: boolean }
>;

/** Children of one object, as they stand in the head of an answer. */
export interface ChildrenHead {
  /** How many there are; with `include`: how many texts of the answer are theirs. */
  count: number;
  /** With `list`. */
  ids?: string[];
  /** There are more than these. */
  more?: true;
  /** Nobody can tell now. */
  away?: true;
}

/**
 * Head of a page as a service answers it. The texts are its objects, then the included children: of each wanted
 * relation, object by object.
 */
export interface PageHead {
  objects: number;
  more: boolean;
  /** What else is said of the page as a whole. */
  metadata?: Readonly<Record<string, string | null>>;
  /** Of each wanted relation, in the order of the objects. */
  children?: ChildrenHead[][];
}
