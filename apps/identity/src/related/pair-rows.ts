/** A child of a parent; an included one has the columns of its object too, or one row of them for all its parents. */
export interface PairRow {
  parentUuid: string;
  uuid: string;
  id: string;
  object?: object;
}

/** The children of the first parents. */
export interface PartOfPairs {
  rows: PairRow[];
  /** The last parent that has rows here, which may have more: the part is full. Undefined: this is all. */
  last: string | undefined;
}

/** Reads the first children of each parent, in order of the parents and of id, at most `most` in all. */
export type ReadPairs = (of: readonly string[], most: number) => Promise<PartOfPairs>;
