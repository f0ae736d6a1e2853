import { mkdir, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUuid, syncPath } from '@holdfast/kernel';

/** A repository that is marked. */
export interface Made {
  uuid: string;
  type: string;
}

/** The repository. @throws where its uuid or its type could not be part of a path of ours */
export const named = (made: Made): Made => {
  if (!isUuid(made.uuid) || !/^[a-z][a-z0-9]*$/.test(made.type))
    throw new Error('a repository is called by what is no name');
  return made;
};

/**
 * Empty files `<uuid>.<type>` in a directory: each says that something was begun with a repository. Whoever finds one
 * after a process has ended looks at what became of it.
 */
export class Marks {
  constructor(private readonly directory: string) {}

  /** It is on the disk when this returns: what it is about may be on another machine's. */
  async set(made: Made): Promise<void> {
    await writeFile(this.path(made), '').catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await syncPath(dirname(this.directory));
      await writeFile(this.path(made), '');
    });
    await syncPath(this.directory);
  }

  async clear(made: Made): Promise<void> {
    await unlink(this.path(made)).catch(unlessAbsent);
  }

  /** Those that were set before the time (milliseconds since the epoch). */
  async before(time: number): Promise<Made[]> {
    const names = (await readdir(this.directory).catch(unlessAbsent)) ?? [];
    const found: Made[] = [];
    for (const name of names) {
      const [, uuid, type] = /^([0-9a-f-]{36})\.([a-z][a-z0-9]*)$/.exec(name) ?? [];
      if (!uuid || !type) continue;
      const set = await stat(this.path({ uuid, type })).catch(unlessAbsent);
      if (set && set.mtimeMs < time) found.push({ uuid, type });
    }
    return found;
  }

  private path(made: Made): string {
    const { uuid, type } = named(made);
    return join(this.directory, `${uuid}.${type}`);
  }
}

export const unlessAbsent = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};
