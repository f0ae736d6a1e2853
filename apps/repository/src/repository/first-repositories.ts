import { compareBytes } from '@holdfast/kernel';
import type { ListedRepository } from './repository-children.query.js';

/** The first repositories by id of some parents, put together as parts of their projects come. */
export class FirstRepositories {
  private readonly found = new Map<string, readonly ListedRepository[]>();

  /** `most`: how many of each parent are kept. */
  constructor(private readonly most: number) {}

  /** By parent; who has none is absent. */
  get all(): ReadonlyMap<string, readonly ListedRepository[]> {
    return this.found;
  }

  /** `rows`: in order of id. One that has been added before, since its project was renamed meanwhile, counts once. */
  add(parent: string, rows: readonly ListedRepository[]): void {
    const known = this.found.get(parent);
    this.found.set(parent, known ? merged(known, rows, this.most) : rows);
  }
}

const merged = (
  left: readonly ListedRepository[],
  right: readonly ListedRepository[],
  most: number,
): ListedRepository[] => {
  const rows: ListedRepository[] = [];
  let [l, r] = [0, 0];
  while (rows.length < most && l + r < left.length + right.length) {
    const isLeft = r === right.length || (l < left.length && comesBefore(left[l], right[r]));
    const next = isLeft ? left[l++] : right[r++];
    // The same one of both lies beside itself.
    if (rows.at(-1)?.uuid !== next.uuid) rows.push(next);
  }
  return rows;
};

/** As the database has them in order. */
const comesBefore = (one: ListedRepository, other: ListedRepository): boolean =>
  (compareBytes(one.id, other.id) || compareBytes(one.uuid, other.uuid)) < 0;
