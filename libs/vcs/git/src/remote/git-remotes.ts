import { rm } from 'node:fs/promises';
import { VcsRefusal, type LongWork, type Reading, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import { KeptResults, refuseFullDisk } from '@holdfast/vcs-spi/engine';
import type { RefCommand } from '../refs/ref-command.js';
import { readRef } from '../refs/ref-files.js';
import { forcedUpdates } from '../transfer/forced-updates.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';
import type { Writers } from '../upkeep/writers.js';
import type { RefWriters } from '../writing/ref-writers.js';
import { IncomingFetch, type Brought, type FetchParts, type IncomingTask } from './incoming-fetch.js';
import { IncomingPlace } from './incoming-place.js';
import { remoteName } from './remote-config.js';
import { remoteRefs } from './remote-refs.js';
import { RemoteSession } from './remote-session.js';

/** A work with a remote. */
export interface RemoteTask extends IncomingTask {
  /** By which what it brings is asked for. */
  name: string;
}

/** What a remote has, as far as one part of it goes. */
export interface IncomingPart {
  updates: RefUpdate[];
  refusals: RefRefusal[];
  head?: string;
  /** There are more from this one on. */
  next?: number;
}

interface Parts extends FetchParts {
  writers: Writers;
  refWriters: RefWriters;
  housekeeping: Housekeeping;
}

interface Incoming extends Brought {
  /** It is part of the repository, or on its way there. */
  taken?: Promise<void>;
}

const partLength = 2_000;

/** Gets what remotes have, beside repositories and then into them, and gives them what is here. */
export class GitRemotes {
  private readonly brought = new KeptResults<Incoming>(async ({ taken, place, room }) => {
    await taken?.catch(() => undefined);
    await place.remove();
    room.leave();
  });

  constructor(private readonly parts: Parts) {}

  /** What a killed predecessor has left of its secrets. */
  async start(): Promise<void> {
    await rm(this.parts.settings.directory, { recursive: true, force: true });
  }

  /** What it brings is kept under its name. */
  async fetchRemote(task: RemoteTask, waiting: LongWork): Promise<void> {
    await this.brought.keep(task.name, await new IncomingFetch(this.parts, task, waiting).run());
  }

  async pushRemote({ directory, remote }: RemoteTask, { signal, tell }: LongWork): Promise<void> {
    const { processes, settings } = this.parts;
    const flags = ['--progress', '--prune', '--force', '--no-recurse-submodules', '--no-signed'];
    const values = [remoteName, ...remoteRefs];
    await RemoteSession.during(processes, settings, remote, (session) =>
      session.watched({}, signal, (ending) =>
        session.run({ command: 'push', directory, flags, values }, { signal: ending, tell }),
      ),
    );
  }

  endIncoming({ name }: { name: string }): Promise<void> {
    return this.brought.end(name);
  }

  incoming({ name, from }: { name: string; from: number }): Promise<IncomingPart> {
    const { updates, refusals, head } = this.brought.found(name);
    const next = from + partLength;
    return Promise.resolve({
      updates: updates.slice(from, next),
      refusals: from === 0 ? refusals : [],
      ...(head === undefined ? {} : { head }),
      ...(next < updates.length ? { next } : {}),
    });
  }

  async incomingForced({ name, refs }: { name: string; refs: readonly string[] }): Promise<string[]> {
    const { directory, place, updates } = this.brought.found(name);
    const { processes, limits } = this.parts;
    const until = Date.now() + limits.deciding;
    return [
      ...(await forcedUpdates(processes, directory, refs, updates, place.quarantine.environment, until)),
    ];
  }

  /** Removes what fetches that were cut off have left. */
  async tidyIncoming({ directory }: { directory: string }): Promise<void> {
    await new IncomingPlace(directory).remove();
  }

  async publishIncoming({ name, reading }: { name: string; reading: Reading }): Promise<void> {
    const incoming = this.brought.found(name);
    if (incoming.taken) throw new VcsRefusal('unavailable', 'it is published already');
    await (incoming.taken = this.publish(incoming, reading));
  }

  stop(): Promise<void> {
    return this.brought.stop();
  }

  private async publish(
    { directory, place, updates, head, texts }: Incoming,
    reading: Reading,
  ): Promise<void> {
    const { processes, gate, writers, refWriters, housekeeping } = this.parts;
    await refuseFullDisk(gate.disk);
    const changes = updates.map(commandOf);
    await housekeeping.yieldTo(directory);
    await writers.during(directory, async () => {
      await place.quarantine.migrate([]);
      if (changes.length > 0) await refWriters.write({ directory, changes, reading });
      const ref = `refs/heads/${head}`;
      if (head !== undefined && (await readRef(directory, ref)) !== undefined)
        await processes.run({ command: 'symbolic-ref', directory, values: ['HEAD', ref] });
    });
    housekeeping.pushed(directory, { refs: changes.length, texts }, reading.owner.company);
  }
}

const commandOf = ({ ref, old, new: next }: RefUpdate): RefCommand => {
  if (next === undefined) return { verb: 'delete', ref, ...(old === undefined ? {} : { expected: old }) };
  return old === undefined
    ? { verb: 'create', ref, commit: next }
    : { verb: 'update', ref, commit: next, expected: old };
};
