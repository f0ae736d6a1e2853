import { ownText } from '@holdfast/kernel';

/** A commit with those of its parents that matter, in their order. Their ids may be parts of longer texts. */
export interface Step {
  commit: string;
  parents: readonly string[];
}

/**
 * The commits back to which the entries of a directory have been followed. An entry is the same all the way: it goes on
 * to the first parent in which it stands just so, and where there is none, that commit touched it last.
 */
export class EntryChains {
  readonly found = new Map<string, string>();
  /** The names of the entries by the commits at which they are. */
  private readonly at = new Map<string, Set<string>>();

  /** `known`: what was found out before of a commit; `standing`: the entries that stand in a commit as they do. */
  constructor(
    commit: string,
    names: Iterable<string>,
    private readonly known: (commit: string) => ReadonlyMap<string, string> | undefined,
    private readonly standing: (commit: string) => Promise<ReadonlySet<string>>,
  ) {
    this.move(new Set(names), commit);
  }

  get isOver(): boolean {
    return this.at.size === 0;
  }

  /** Whether an entry has been followed to this commit. */
  reach(commit: string): boolean {
    return this.at.has(commit);
  }

  /** Nothing was touched between the commit with which all began and this one. */
  begin(commit: string): void {
    const [first] = this.at;
    if (!first || first[0] === commit) return;
    this.at.delete(first[0]);
    this.move(first[1], commit);
  }

  /** To be called for each commit before its parents. `changed`: what differs from its first parent. */
  async follow({ commit, parents }: Step, changed: ReadonlySet<string>): Promise<void> {
    const here = this.at.get(commit);
    if (!here) return;
    this.at.delete(commit);
    const [first, ...others] = parents;
    const touched = new Set<string>();
    for (const name of first === undefined ? here : changed) if (here.delete(name)) touched.add(name);
    this.move(here, first);
    for (const parent of others) {
      if (touched.size === 0) break;
      const standing = await this.standing(parent);
      const same = new Set([...touched].filter((name) => standing.has(name)));
      for (const name of same) touched.delete(name);
      this.move(same, parent);
    }
    const last = ownText(commit);
    for (const name of touched) this.found.set(name, last);
  }

  /** Takes out what is known already. */
  private move(names: Set<string>, to: string): void {
    const known = names.size > 0 ? this.known(to) : undefined;
    for (const name of known ? names : []) {
      const last = known?.get(name);
      if (last !== undefined && names.delete(name)) this.found.set(name, last);
    }
    const there = this.at.get(to);
    if (there) for (const name of names) there.add(name);
    else if (names.size > 0) this.at.set(ownText(to), names);
  }
}
