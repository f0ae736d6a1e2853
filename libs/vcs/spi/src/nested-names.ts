import { sortInSteps, stepLength, takenInTurns } from '@holdfast/kernel';

/** Names of which one is a directory of another. */
export interface NestedNames {
  /** Those that lie inside another one: `a/b/c` where there is also `a`. */
  inside: Set<string>;
  /** Those in which another one lies: `a`. */
  around: Set<string>;
}

/** The names that lie inside another one. It looks at each character a few times. */
export const insideOthers = (names: Iterable<string>): Set<string> => {
  const steps = nestedInSteps(names);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.inside;
  }
};

/** The same with those around them; others have the event loop between two steps. */
export const nestedNames = (names: Iterable<string>): Promise<NestedNames> =>
  takenInTurns(nestedInSteps(names));

/** The same in short steps. */
export function* nestedInSteps(names: Iterable<string>): Generator<void, NestedNames> {
  const nested: NestedNames = { inside: new Set(), around: new Set() };
  // NUL sorts before all other characters. In place of the slash it puts the content of a directory right behind it.
  const shown = new Set<string>();
  for (const name of names) {
    shown.add(name.replaceAll('/', '\0'));
    if (shown.size % stepLength === 0) yield;
  }
  const sorted = yield* sortInSteps([...shown], (left, right) => (left < right ? -1 : 1));
  const above: string[] = [];
  for (const [at, name] of sorted.entries()) {
    while (above.length > 0 && !name.startsWith(above[above.length - 1])) above.pop();
    const around = above.at(-1);
    if (around !== undefined) {
      nested.inside.add(name.replaceAll('\0', '/'));
      // Those further up are around that one, and were noted with it.
      nested.around.add(around.slice(0, -1).replaceAll('\0', '/'));
    }
    above.push(`${name}\0`);
    if (at % stepLength === 0) yield;
  }
  return nested;
}

/** The directories of a name: `a` and `a/b` for `a/b/c`. */
export const directoriesOf = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};
