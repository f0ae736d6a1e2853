import { BodyFailure } from '@holdfast/vcs-spi/engine';

/** More are not sent in one commit; `svnserve` keeps each. */
const mostOpen = 500_000;

/** Where a command names what it opens, and in what directory: by the number of the part. */
const opening: Readonly<Record<string, { token: number; parent?: number; isFile?: true }>> = {
  'open-root': { token: 1 },
  'add-dir': { token: 2, parent: 1 },
  'open-dir': { token: 2, parent: 1 },
  'add-file': { token: 2, parent: 1, isFile: true },
  'open-file': { token: 2, parent: 1, isFile: true },
};

/** Which parts of a command are names of what is open. */
export const namesIn = (command: string): readonly number[] => {
  const { token, parent } = Object.hasOwn(opening, command)
    ? opening[command]
    : { token: 0, parent: undefined };
  return parent === undefined ? [token] : [parent, token];
};

/**
 * What is open in a commit that is said to `svnserve`. That one frees what a directory has in it when it is closed, and
 * still knows the names of what was open in there, and it keeps the name of what was opened first where it is given
 * twice: who uses one of these has it read memory that is free. So directories are closed from the inside, and names
 * are those of one thing, as clients do it. Their files may go on longer.
 *
 * @throws BodyFailure `broken`, `too_large`
 */
export class SaidFiles {
  private readonly directories = new Map<string, { parent?: string; inside: number }>();
  private readonly files = new Set<string>();

  /** A command is whole; `names`: of what is open, by the number of the part. */
  command(command: string, names: ReadonlyMap<number, string>): void {
    if (command === 'commit') return this.forget();
    const token = names.get(namesIn(command).at(-1) ?? 0);
    if (token === undefined) return;
    if (Object.hasOwn(opening, command)) this.open(command, token, names);
    else if (command === 'close-dir') this.close(token);
    else if (command === 'close-file') this.files.delete(token);
  }

  private open(command: string, token: string, names: ReadonlyMap<number, string>): void {
    const { parent: at, isFile } = opening[command];
    const parent = at === undefined ? undefined : names.get(at);
    const above = parent === undefined ? undefined : this.directories.get(parent);
    if ((at !== undefined && !above) || this.directories.has(token) || this.files.has(token)) throw notSo();
    if (this.directories.size + this.files.size >= mostOpen)
      throw new BodyFailure('too_large', 413, 'too many files are open at once');
    if (isFile) return void this.files.add(token);
    if (above) above.inside += 1;
    this.directories.set(token, { inside: 0, ...(parent !== undefined && { parent }) });
  }

  private close(token: string): void {
    const { parent, inside } = this.directories.get(token) ?? { parent: undefined, inside: 1 };
    if (inside > 0) throw notSo();
    this.directories.delete(token);
    const above = parent === undefined ? undefined : this.directories.get(parent);
    if (above) above.inside -= 1;
  }

  private forget(): void {
    this.directories.clear();
    this.files.clear();
  }
}

const notSo = (): BodyFailure =>
  new BodyFailure('broken', 400, 'files and directories are not opened and closed in this order');
