import { readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isUuid, removeTree } from '@holdfast/kernel';
import { besidePrefix, placeBeside } from '@holdfast/vcs-spi/engine';
import { Marks, named, unlessAbsent, type Made } from './marks.js';

/**
 * Where this storage node keeps its repositories.
 *
 *     <data>/<aa>/<bb>/<uuid>.<type>   one repository; aa and bb are the last digits of its uuid, which are
 *                                      random (the first ones are a time), so that directories stay small
 *     <data>/pending/<uuid>.<type>     an empty mark: the creation has not been settled
 *     <data>/gone/<uuid>.<type>      an empty mark: another node may have it; what lies here is an old copy
 *     <data>/heads/<uuid>.<type>       an empty mark: the default reference is being moved
 *     <data>/intents/<number>.log      the journal of changes of refs
 *     <data>/staged/<uuid>.<uuid>      texts of a large body, of a repository, while its operation runs
 *
 * Nothing that a user writes is part of a path, and no other process says what is: names are uuids and types.
 */
export class Placement {
  /** Repositories whose default reference is being moved. */
  readonly heads: Marks;
  /** Repositories that other nodes have, or are about to have, and that had lain here. */
  readonly gone: Marks;
  private readonly creations: Marks;

  constructor(
    private readonly data: string,
    readonly node: string,
  ) {
    this.heads = new Marks(join(data, 'heads'));
    this.gone = new Marks(join(data, 'gone'));
    this.creations = new Marks(join(data, 'pending'));
  }

  /** @throws where the repository cannot be one of ours */
  directory(repository: Made): string {
    const { uuid, type } = named(repository);
    return join(this.data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.${type}`);
  }

  /** Where the changes of refs are written down before they are made. */
  get intents(): string {
    return join(this.data, 'intents');
  }

  /** Where large bodies lie while their operations run. */
  get bodies(): string {
    return bodiesIn(this.data);
  }

  /** The texts of one of them, by the name that was made up for it. @throws where that is none, or its repository */
  body({ uuid }: { uuid: string }, name: string): string {
    if (!isUuid(name) || !isUuid(uuid)) throw new Error('a body is called by a name that is none');
    return join(this.bodies, `${uuid}.${name}`);
  }

  /** Whether there is anything of the repository on this node. */
  async holds(repository: Made): Promise<boolean> {
    return (await stat(this.directory(repository)).catch(unlessAbsent)) !== undefined;
  }

  /** The repository in a directory that `directory` answered. */
  madeOf(directory: string): Made {
    const [uuid, type] = basename(directory).split('.');
    return { uuid, type };
  }

  /** The uuid of the repository in a directory that `directory` answered. */
  uuidOf(directory: string): string {
    return basename(directory).slice(0, 36);
  }

  /** Marks a creation before its directory is made: whoever finds the mark later looks for the row. */
  begin(made: Made): Promise<void> {
    return this.creations.set(made);
  }

  /** The row is there: the directory stays. */
  keep(made: Made): Promise<void> {
    return this.creations.clear(made);
  }

  /** There is no row and there will be none: the directory goes, what was to become it too, then the mark. */
  async discard(made: Made): Promise<void> {
    await this.remove(made);
    await this.keep(made);
  }

  /**
   * The directory goes, and what was to become it. It goes from its place at once: whoever reads meanwhile finds all of
   * it or nothing.
   */
  async remove(made: Made): Promise<void> {
    const directory = this.directory(made);
    await rename(directory, placeBeside(directory, 'gone')).catch(unlessAbsent);
    const names = (await readdir(dirname(directory)).catch(unlessAbsent)) ?? [];
    const beside = names.filter((each) => each.startsWith(besidePrefix(directory)));
    for (const name of [...beside, basename(directory)]) await removeTree(join(dirname(directory), name));
  }

  /** Creations that began before the time (milliseconds since the epoch) and have not been settled. */
  pending(before: number): Promise<Made[]> {
    return this.creations.before(before);
  }
}

/** `data`: the directory of a storage node. */
export const bodiesIn = (data: string): string => join(data, 'staged');
