/** The names that lie inside another one: `a/b/c` where there is also `a`. It looks at each character a few times. */
export const insideOthers = (names: Iterable<string>): Set<string> => {
  const found = new Set<string>();
  // NUL sorts before all other characters. In place of the slash it puts the content of a directory right behind it.
  const sorted = [...new Set(names)].map((name) => name.replace(/\//g, '\0')).sort();
  const above: string[] = [];
  for (const name of sorted) {
    while (above.length > 0 && !name.startsWith(above[above.length - 1])) above.pop();
    if (above.length > 0) found.add(name.replace(/\0/g, '/'));
    above.push(`${name}\0`);
  }
  return found;
};

/** The directories of a name: `a` and `a/b` for `a/b/c`. */
export const directoriesOf = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};
