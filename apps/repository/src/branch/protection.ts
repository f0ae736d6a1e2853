import { loopShare } from '@holdfast/kernel';
import { branchPattern, tellsNames } from '@holdfast/vcs-spi';

/** Most patterns of one repository. */
export const mostPatterns = 100;

/** Most branches of one repository that are protected by flags of their own. All of them are read and kept together. */
export const mostFlags = 5_000;

/**
 * What is protected in one repository: branches by their own flags, and all whose names match one of its patterns.
 * This is what every door asks. It is as it is at the moment of the question: whoever decides by it does so in the
 * turn of the event loop in which he asks, or sees at the version that nothing has changed.
 */
export class Protection {
  private changes = 0;
  private rules: readonly string[];
  private readonly own: Set<string>;

  constructor(flags: Iterable<string>, rules: readonly string[]) {
    this.own = new Set(flags);
    this.rules = starsLast(rules);
  }

  /** Branches that are protected by themselves. */
  get flags(): ReadonlySet<string> {
    return this.own;
  }

  /** Another one after each change of flags and patterns, and once this is not what is in memory any more. */
  get version(): number {
    return this.changes;
  }

  get patterns(): readonly string[] {
    return this.rules;
  }

  /** The pattern by which a branch is protected. */
  patternOf(name: string): string | undefined {
    return this.rules.find((text) => branchPattern(text).matches(name));
  }

  covers(name: string): boolean {
    return this.flags.has(name) || this.patternOf(name) !== undefined;
  }

  /** The patterns of those of the names that match one. Others have the event loop meanwhile. */
  async matching(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    if (this.rules.length === 0) return found;
    const rules = this.rules.map(branchPattern);
    for (const name of names) {
      if (loopShare.isOver) await loopShare.pass();
      const rule = rules.find(({ matches }) => matches(name));
      if (rule) found.set(name, rule.text);
    }
    return found;
  }

  /** Whether each of the names is protected. Others have the event loop meanwhile. */
  async among(names: Iterable<string>): Promise<(name: string) => boolean> {
    const matched = await this.matching(names);
    return (name) => this.flags.has(name) || matched.has(name);
  }

  /** A branch is protected by itself from now on, or is so no more. */
  flag(name: string, isProtected: boolean): void {
    if (isProtected) this.own.add(name);
    else this.own.delete(name);
    this.changes += 1;
  }

  /** `gone` is a pattern no more, `come` is one from now on. */
  replace({ gone, come }: { gone?: string; come?: string }): void {
    const others = this.rules.filter((text) => text !== gone && text !== come);
    this.rules = starsLast(come === undefined ? others : [...others, come]);
    this.changes += 1;
  }

  /** Whoever decides by it has to ask anew. */
  retire(): void {
    this.changes += 1;
  }
}

/** Of several patterns that match a branch the first is told: one that tells something of its name. */
const starsLast = (rules: readonly string[]): string[] => [
  ...rules.filter(tellsNames),
  ...rules.filter((text) => !tellsNames(text)),
];
