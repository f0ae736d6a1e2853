import { mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Where this storage node keeps its repositories. A repository is made on the node that answers its creation,
 * so replicas share the load by the queue group that they serve in.
 *
 *     <data>/<aa>/<bb>/<uuid>.<type>   one repository; aa and bb are the last digits of its uuid, which are
 *                                      random (the first ones are a time), so that directories stay small
 *     <data>/pending/<uuid>.<type>     an empty mark: the creation has not been settled
 *     <data>/intents/<number>.log      the journal of changes of refs
 *
 * Nothing that a user writes is part of a path.
 */
export class Placement {
  constructor(
    private readonly data: string,
    readonly node: string,
  ) {}

  directory({ uuid, type }: { uuid: string; type: string }): string {
    return join(this.data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.${type}`);
  }

  /** Where the changes of refs are written down before they are made. */
  get intents(): string {
    return join(this.data, 'intents');
  }

  /** Whether there is anything of the repository on this node. */
  async holds(repository: Made): Promise<boolean> {
    return (await stat(this.directory(repository)).catch(unlessAbsent)) !== undefined;
  }

  /** The uuid of the repository in a directory that `directory` answered. */
  uuidOf(directory: string): string {
    return basename(directory).slice(0, 36);
  }

  /** Marks a creation before its directory is made: whoever finds the mark later looks for the row. */
  async begin(made: Made): Promise<void> {
    await writeFile(this.mark(made), '').catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(join(this.data, 'pending'), { recursive: true, mode: 0o700 });
      await writeFile(this.mark(made), '');
    });
  }

  /** The row is there: the directory stays. */
  async keep(made: Made): Promise<void> {
    await unlink(this.mark(made)).catch(unlessAbsent);
  }

  /** There is no row and there will be none: the directory goes, then the mark. */
  async discard(made: Made): Promise<void> {
    await rm(this.directory(made), { recursive: true, force: true });
    await this.keep(made);
  }

  /** Creations that began before the time (milliseconds since the epoch) and have not been settled. */
  async pending(before: number): Promise<Made[]> {
    const names = (await readdir(join(this.data, 'pending')).catch(unlessAbsent)) ?? [];
    const found: Made[] = [];
    for (const name of names) {
      const [, uuid, type] = /^([0-9a-f-]{36})\.([a-z]+)$/.exec(name) ?? [];
      if (!uuid || !type) continue;
      const began = await stat(this.mark({ uuid, type })).catch(unlessAbsent);
      if (began && began.mtimeMs < before) found.push({ uuid, type });
    }
    return found;
  }

  private mark({ uuid, type }: Made): string {
    return join(this.data, 'pending', `${uuid}.${type}`);
  }
}

/** A repository on its way into the catalogue. */
export interface Made {
  uuid: string;
  type: string;
}

const unlessAbsent = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};
