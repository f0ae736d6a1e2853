import { sortInSteps, stepLength } from '@holdfast/kernel';

/** The names that lie inside another one: `a/b/c` where there is also `a`. It looks at each character a few times. */
export const insideOthers = (names: Iterable<string>): Set<string> => {
  const steps = insideOthersInSteps(names);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** The same, in short steps. */
export function* insideOthersInSteps(names: Iterable<string>): Generator<void, Set<string>> {
  const found = new Set<string>();
  // NUL sorts before all other characters. In place of the slash it puts the content of a directory right behind it.
  const shown = new Set<string>();
  for (const name of names) {
    shown.add(name.replace(/\//g, '\0'));
    if (shown.size % stepLength === 0) yield;
  }
  const sorted = yield* sortInSteps([...shown], (left, right) => (left < right ? -1 : 1));
  const above: string[] = [];
  for (const [at, name] of sorted.entries()) {
    while (above.length > 0 && !name.startsWith(above[above.length - 1])) above.pop();
    if (above.length > 0) found.add(name.replace(/\0/g, '/'));
    above.push(`${name}\0`);
    if (at % stepLength === 0) yield;
  }
  return found;
}

/** The directories of a name: `a` and `a/b` for `a/b/c`. */
export const directoriesOf = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};
