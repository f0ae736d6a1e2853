import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import {
  directorySize,
  VcsRefusal,
  type LongWork,
  type RemoteSource,
  type RemoteTask,
} from '@holdfast/vcs-spi';
import {
  duringRemote,
  mustGoOn,
  PushRoom,
  refuseFullDisk,
  watchedRemote,
  type BroughtRefs,
  type RemoteDoings,
} from '@holdfast/vcs-spi/engine';
import { youngestIn } from '../process/youngest.js';
import { headRef } from '../writing/commit-refs.js';
import { begin, revisionOf, type AskedRemote } from './asked-remote.js';
import { withClientConfig } from './client-config.js';
import { IncomingRepository } from './incoming-repository.js';
import { load } from './loading.js';
import { endOf, memoryRefusal, mustBeLoaded, saysOf } from './program-end.js';
import { explainedComplaint } from './remote-complaint.js';
import { originOf, type RemoteHead } from './remote-head.js';
import type { SubversionRemoteParts } from './remote-parts.js';
import { beginsAbove, maybeAbove } from './remote-root.js';

/** Where revisions are loaded, behind which one, and the room for them. */
interface Taking {
  incoming: IncomingRepository;
  base: number;
  room: PushRoom;
}

/** So much of the work is done when all is loaded (percent). */
const loadedAt = 90;
/** Numbers of complaints about a conversation, its certificate, or the name of a host. */
const ofTalks = 'E1[47]\\d{4}|E2300\\d\\d|E6700\\d\\d';

/** Brings the revisions of remotes beside repositories, and then all of them into them at one moment. */
export class SubversionRemotes implements RemoteDoings {
  constructor(private readonly parts: SubversionRemoteParts) {}

  /** What a killed predecessor has left of its secrets. */
  async start(): Promise<void> {
    await rm(this.parts.directory, { recursive: true, force: true });
  }

  async fetch({ directory, remote, principal, metered }: RemoteTask, work: LongWork): Promise<BroughtRefs> {
    const { gate } = this.parts;
    const incoming = new IncomingRepository(directory);
    const room = new PushRoom({ directory, principal, ...(metered ? { metered } : {}) }, gate);
    await refuseFullDisk(gate.disk);
    const base = await youngestIn(directory);
    try {
      const taking = { incoming, base, room };
      const note =
        'file' in remote
          ? await this.loadFile(remote.file, taking, work)
          : await this.follow(remote, directory, taking, work);
      const brought = await this.brought(directory, taking, work);
      return { ...brought, ...(note === undefined ? {} : { note }) };
    } catch (error) {
      // What was loaded is of use for the next attempt, unless there is a reason why there should be none.
      const isKept = error instanceof VcsRefusal && error.code === 'unavailable';
      await room.leaveAfter(async () => (isKept ? undefined : incoming.remove()));
      throw error;
    }
  }

  async tidy(directory: string): Promise<void> {
    await new IncomingRepository(directory).remove();
    this.parts.gate.storage?.wrote(directory);
  }

  /** Answers what whoever wants it is to know. */
  private async follow(
    remote: RemoteSource,
    directory: string,
    { incoming, base, room }: Taking,
    work: LongWork,
  ): Promise<string | undefined> {
    const { networks } = this.parts;
    let note: string | undefined;
    work.tell({ doing: 'the remote is asked', percent: 0 });
    await duringRemote(remote, { networks }, ({ url, proxy }) =>
      withClientConfig(this.parts.directory, remote, proxy, async (config) => {
        let before = 0;
        const files: AskedRemote['files'] = {};
        const written = async (): Promise<number> =>
          (await incoming.size()) - before + (files.at === undefined ? 0 : await directorySize(files.at));
        await watchedRemote(proxy, { room, written }, work, async (ending) => {
          const asking = { url, proxy, config, remote, signal: ending, files };
          const there = await this.head(asking, directory, base);
          if (base === 0) note = there.note;
          // What an earlier one has left may be of another remote.
          if (there.youngest === base) return incoming.remove();
          await incoming.prepare(base, originOf(url, there), () => mustGoOn(work.signal));
          before = base === 0 ? 0 : await incoming.size();
          await this.bring(asking, incoming, there, work.tell);
        });
      }),
    );
    return note;
  }

  /** What was begun before goes: the file begins anew. */
  private async loadFile(file: string, { incoming, base, room }: Taking, work: LongWork): Promise<undefined> {
    const { children, path, memory } = this.parts;
    await incoming.remove();
    await incoming.prepare(base, 'file', () => mustGoOn(work.signal));
    const loaded = (revision: number): void => work.tell({ doing: `revision ${revision}` });
    const still = { received: 0, sent: 0 };
    const { size: before } = await stat(file);
    const watched = { room, written: () => incoming.size(), isOurs: () => true, before };
    await watchedRemote(still, watched, work, async (ending) => {
      const settings = { children, path, memory, signal: ending, loaded };
      const end = await load(incoming.path, createReadStream(file), settings);
      mustGoOn(ending);
      mustBeLoaded(end);
    });
  }

  /** @throws VcsRefusal where it is none that this repository can follow */
  private async head(asking: AskedRemote, directory: string, base: number): Promise<RemoteHead> {
    const { url, remote, signal } = asking;
    const there = await revisionOf(this.parts, asking, 'HEAD');
    const isAbove = await beginsAbove(url, remote, { networks: this.parts.networks, signal });
    if (isAbove)
      throw new VcsRefusal('remote', `the repository begins above this address: give that of its root`);
    if (base === 0) return isAbove === undefined ? { ...there, note: maybeAbove } : there;
    const uuid = (await this.parts.commands.must('svnlook', ['uuid', directory])).trim();
    if (uuid !== there.uuid) throw new VcsRefusal('remote', 'the remote is another repository than this one');
    if (there.youngest < base) throw new VcsRefusal('remote', 'the remote has fewer revisions than are here');
    const common = there.youngest === base ? there : await revisionOf(this.parts, asking, base);
    const own = await this.parts.commands.dateOf(directory, String(base));
    if (common.date !== undefined && own !== null && common.date !== own)
      throw new VcsRefusal('remote', `revision ${base} of the remote is another one than here`);
    return there;
  }

  private async bring(
    asking: AskedRemote,
    incoming: IncomingRepository,
    { youngest }: RemoteHead,
    tell: LongWork['tell'],
  ): Promise<void> {
    const { children, path, memory } = this.parts;
    const { signal } = asking;
    const from = await incoming.youngest();
    if (from === youngest) return;
    const range = `${from === 0 ? 0 : from + 1}:${youngest}`;
    const child = begin(this.parts, asking, 'svnrdump', [
      'dump',
      '--incremental',
      '-r',
      range,
      asking.url.href,
    ]);
    if (!child.stdout) throw new Error('a program without its streams');
    const loaded = (revision: number): void =>
      tell({ doing: `revision ${revision} of ${youngest}`, percent: (revision * loadedAt) / youngest });
    const [dumped, end] = await Promise.all([
      endOf(child),
      load(incoming.path, child.stdout, { children, path, memory, signal, loaded, behind: from }),
    ]);
    mustGoOn(signal);
    const { code, complaint } = dumped;
    // Where it is the loading that failed, whoever dumps has nobody who reads it.
    const isItsOwn = memoryRefusal(complaint) !== undefined || saysOf(ofTalks, complaint);
    if (code !== 0 && (end.code === 0 || isItsOwn)) throw explainedComplaint(asking.proxy, complaint);
    mustBeLoaded(end);
    if ((await incoming.youngest()) !== youngest)
      throw new VcsRefusal('unavailable', 'the remote has sent less than it has');
  }

  private async brought(
    directory: string,
    { incoming, base, room }: Taking,
    work: LongWork,
  ): Promise<BroughtRefs> {
    const { commits, gate, committed, renamed } = this.parts;
    const youngest = await incoming.youngest().catch(() => base);
    if (youngest > base) {
      work.tell({ doing: 'revisions are written to the disk', percent: loadedAt });
      await incoming.settle(base, () => mustGoOn(work.signal));
    }
    const update = { ref: headRef, sort: 'other' as const, name: headRef, new: String(youngest) };
    return {
      updates: youngest === base ? [] : [{ ...update, ...(base === 0 ? {} : { old: String(base) }) }],
      refusals: [],
      publish: async ({ deadline, owner }) => {
        if (youngest === base) return;
        const turn = async (): Promise<true> => {
          if ((await youngestIn(directory)) !== base)
            throw new VcsRefusal('contended', 'somebody else has written meanwhile');
          await incoming.publish(base, () => renamed(directory));
          return true;
        };
        const done = await commits.run(directory, Math.max(0, deadline - Date.now()), turn, owner.account);
        if (!done) throw new VcsRefusal('unavailable', 'other commits are under way');
        committed(directory);
      },
      remove: () => incoming.remove(),
      leave: () => {
        gate.storage?.wrote(directory);
        room.leave();
      },
    };
  }
}
