type Files = Map<string, string[]>;

interface Line {
  tip: number;
  files: Files;
}

const names = ['a', 'd/b', 'd/e/c', 'd/caf\xe9', 'd/\xc3\xbc', '-x', 'sp ace', '"q"', 'new\nline', 'd/e/f/g'];
const messages = [
  'plain',
  'caf\xe9',
  '\xc3\xbcber',
  '(from 1111111111111111111111111111111111111111)\n\nfilename x',
];

/** Numbers that look like chance and are the same each time. */
const chance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/**
 * A stream for `git fast-import` (a character for each byte) of a history in which everything happens: merges, of three
 * as well, renames, copies of changes, empty commits and files, clocks that are wrong, names and messages that are no
 * UTF-8. Its branches are main, side and other.
 */
export const oddHistory = (seed: number, commits: number): string => {
  const next = chance(seed);
  const pick = <T>(all: readonly T[]): T => all[next(all.length)];
  const lines: Record<string, Line> = { main: { tip: 0, files: new Map() } };
  const out: string[] = [];

  const change = (files: Files): void => {
    const path = pick(names);
    const known = files.get(path);
    const what = next(8);
    if (!known)
      files.set(
        path,
        Array.from({ length: next(12) }, () => `line ${next(6)}`),
      );
    else if (what === 0) files.delete(path);
    else if (what === 1) {
      files.delete(path);
      files.set(pick(names), known);
    } else if (what === 2) files.set(pick(names), [...known]);
    else {
      const text = [...known];
      text.splice(
        next(text.length + 1),
        next(2),
        ...Array.from({ length: next(3) }, () => `line ${next(50)}`),
      );
      files.set(path, text);
    }
    // A directory is no file.
    for (const one of [...files.keys()])
      if ([...files.keys()].some((other) => other.startsWith(`${one}/`))) files.delete(one);
  };

  const write = (branch: string, parents: readonly number[], at: number): void => {
    const { files } = lines[branch];
    const message = pick(messages);
    out.push(`commit refs/heads/${branch}\nmark :${at}\n`);
    out.push(`author N\xe4me ${next(3)} <a${next(3)}@b> ${1_000_000 + at * 10} +0100\n`);
    out.push(`committer C <c@d> ${1_000_000 + at * 10 - (next(4) === 0 ? next(200) : 0)} +0000\n`);
    out.push(`data ${message.length}\n${message}\n`);
    parents.forEach((parent, index) => out.push(`${index === 0 ? 'from' : 'merge'} :${parent}\n`));
    out.push('deleteall\n');
    for (const [path, text] of files) {
      const content = text.join('\n') + (text.length % 3 === 0 || text.length === 0 ? '' : '\n');
      out.push(`M ${path === '-x' ? '100755' : '100644'} inline ${quoted(path)}\n`);
      out.push(`data ${content.length}\n${content}\n`);
    }
    lines[branch].tip = at;
  };

  for (let at = 1; at <= commits; at += 1) {
    const branch = pick(['main', 'main', 'side', 'other']);
    lines[branch] ??= { tip: lines.main.tip, files: new Map(lines.main.files) };
    const line = lines[branch];
    const parents = line.tip === 0 ? [] : [line.tip];
    const others = Object.values(lines).filter(
      (each) => each !== line && each.tip !== line.tip && each.tip > 0,
    );
    const what = next(10);
    if (what < 3 && others.length > 0 && parents.length > 0) {
      const merged = what === 0 ? others : [pick(others)];
      for (const other of merged) {
        parents.push(other.tip);
        for (const [path, text] of other.files) if (next(3) > 0) line.files.set(path, text);
      }
    }
    if (what > 1) change(line.files);
    write(branch, [...new Set(parents)], at);
  }
  return out.join('');
};
