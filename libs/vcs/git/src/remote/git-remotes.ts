import { rm } from 'node:fs/promises';
import {
  nestedNames,
  VcsRefusal,
  type LongWork,
  type Reading,
  type RefUpdate,
  type RemoteTask,
} from '@holdfast/vcs-spi';
import { refuseFullDisk, type BroughtRefs, type RemoteDoings } from '@holdfast/vcs-spi/engine';
import type { RefCommand } from '../refs/ref-command.js';
import { LargeFiles } from '../lfs/large-files.js';
import { writeHead } from '../refs/head-file.js';
import { readHead, readRef } from '../refs/ref-files.js';
import { writtenFiles } from '../refs/written-files.js';
import { forcedUpdates } from '../transfer/forced-updates.js';
import { UnbornHead } from '../transfer/unborn-head.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';
import type { Writers } from '../upkeep/writers.js';
import type { RefWriters } from '../writing/ref-writers.js';
import { IncomingFetch, type Brought, type FetchParts } from './incoming-fetch.js';
import { IncomingPlace } from './incoming-place.js';
import { remoteName } from './remote-config.js';
import { remoteRefs } from './remote-refs.js';
import { RemoteSession } from './remote-session.js';

interface Parts extends FetchParts {
  writers: Writers;
  refWriters: RefWriters;
  housekeeping: Housekeeping;
}

/** Gets what remotes have, beside repositories and then into them, and gives them what is here. */
export class GitRemotes implements RemoteDoings {
  private readonly largeFiles = new LargeFiles();

  constructor(private readonly parts: Parts) {}

  /** What a killed predecessor has left of its secrets. */
  async start(): Promise<void> {
    await rm(this.parts.settings.directory, { recursive: true, force: true });
  }

  async fetch(task: RemoteTask, waiting: LongWork): Promise<BroughtRefs> {
    const brought = await new IncomingFetch(this.parts, task, waiting).run();
    const { directory, place, room, updates, refusals, head, missing } = brought;
    const { processes, limits } = this.parts;
    return {
      ...{ updates, refusals },
      ...(head === undefined ? {} : { head }),
      ...(missing === 0 ? {} : { note: `${missing} large files (LFS) could not be had` }),
      forced: (refs) => {
        const until = Date.now() + limits.deciding;
        return forcedUpdates(processes, directory, refs, updates, place.quarantine.environment, until);
      },
      publish: (reading) => this.publish(brought, reading),
      remove: () => place.remove(),
      leave: () => room.leave(),
    };
  }

  async push({ directory, remote }: RemoteTask, work: LongWork): Promise<void> {
    const { processes, settings } = this.parts;
    const flags = ['--progress', '--prune', '--force', '--no-recurse-submodules', '--no-signed'];
    const values = [remoteName, ...remoteRefs];
    await RemoteSession.during(processes, settings, remote, (session) => {
      // Its words of progress are bytes, too, by which nothing is given to it.
      const written = (): Promise<number> => Promise.resolve(session.sent);
      return session.watched({ written }, work, (ending) =>
        session.run({ command: 'push', directory, flags, values }, { signal: ending, tell: work.tell }),
      );
    });
  }

  /** Removes what fetches that were cut off have left. */
  async tidy(directory: string): Promise<void> {
    await new IncomingPlace(directory, this.parts.gate.storage).remove();
  }

  private async publish(
    { directory, place, room, updates, head, texts }: Brought,
    reading: Reading,
  ): Promise<void> {
    const { processes, gate, writers, refWriters, housekeeping } = this.parts;
    const isHeadNew = head !== undefined && head !== readHead(directory);
    const unborn = new UnbornHead(processes, directory);
    await unborn.look();
    if (updates.length === 0 && !isHeadNew && (await unborn.next()) === undefined) return;
    await refuseFullDisk(gate.disk);
    const full = await room.refusalOfFiles(writtenFiles(updates));
    if (full !== undefined) throw new VcsRefusal('no_room', full);
    const changes = updates.map(commandOf);
    await housekeeping.yieldTo(directory);
    const written = writers.during(directory, async () => {
      const mustBeAwaited = (): void => {
        if (Date.now() >= reading.deadline) throw new VcsRefusal('unavailable', 'there was no time for it');
      };
      mustBeAwaited();
      await this.largeFiles.adopt(place.path, directory, {
        goesOn: mustBeAwaited,
        syncAll: () => processes.syncDisk(directory, reading.deadline),
      });
      mustBeAwaited();
      await place.quarantine.migrate([]);
      await inTwo(changes, async (some) => {
        const isLong = await refWriters.write({ directory, changes: some, reading });
        if (isLong) housekeeping.hasLongTexts(directory, reading.owner.company);
      });
      const ref = `refs/heads/${head}`;
      if (isHeadNew && (await readRef(directory, ref)) !== undefined) await writeHead(directory, ref);
      // As after a push, where nobody says what the default branch is.
      await unborn.follow();
    });
    // Where git changes nothing, it has made directories all the same.
    const tell = () => housekeeping.pushed(directory, { refs: changes.length, texts }, reading.owner.company);
    await written.finally(tell);
  }
}

/**
 * Writes what git refuses together one after the other: what is gone and is a directory of what is new, or lies in such
 * a one, goes before.
 */
const inTwo = async (
  changes: readonly RefCommand[],
  write: (some: RefCommand[]) => Promise<unknown>,
): Promise<void> => {
  const deleted = new Set(changes.filter(({ verb }) => verb === 'delete').map(({ ref }) => ref));
  const areMixed = deleted.size > 0 && deleted.size < changes.length;
  const { inside, around } = areMixed
    ? await nestedNames(changes.map(({ ref }) => ref))
    : { inside: new Set<string>(), around: new Set<string>() };
  const goesFirst = ({ ref }: RefCommand): boolean =>
    deleted.has(ref) && (inside.has(ref) || around.has(ref));
  const first = changes.filter(goesFirst);
  const then = changes.filter((each) => !goesFirst(each));
  if (first.length > 0) await write(first);
  if (then.length > 0)
    await write(then).catch((error: unknown) => {
      // Whoever hears of it looks at what has happened.
      const isHalfDone = first.length > 0 && error instanceof VcsRefusal;
      throw isHalfDone ? new VcsRefusal('unavailable', error.message) : error;
    });
};

const commandOf = ({ ref, old, new: next }: RefUpdate): RefCommand => {
  if (next === undefined) return { verb: 'delete', ref, ...(old === undefined ? {} : { expected: old }) };
  return old === undefined
    ? { verb: 'create', ref, commit: next }
    : { verb: 'update', ref, commit: next, expected: old };
};
