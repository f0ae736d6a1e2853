import {
  VcsRefusal,
  type LongWork,
  type RefRefusal,
  type RefUpdate,
  type RemoteTask,
  type TransferGate,
} from '@holdfast/vcs-spi';
import { PushRoom, refuseFullDisk } from '@holdfast/vcs-spi/engine';
import type { RepositoryTemplate } from '../making/new-repository.js';
import { laterReferences } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { isRefName } from '../refs/ref-name.js';
import { pushedSizes } from '../packs/pushed-sizes.js';
import { PushedUpdates } from '../transfer/pushed-updates.js';
import { unwritable } from '../transfer/pushed-objects.js';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import { IncomingFiles } from './incoming-files.js';
import { IncomingPlace } from './incoming-place.js';
import { changeLines, isSame, listedRefs, mustBeTexts, RefLines, type ListedRefs } from './listed-refs.js';
import { lfsPointers } from './lfs-pointers.js';
import { remoteName, strictly } from './remote-config.js';
import { otherFormat, shallowRemote } from './remote-failure.js';
import { RemoteSession, type RemoteSettings } from './remote-session.js';
import { remoteRefs } from './remote-refs.js';

/** What a fetch stands on. */
export interface FetchParts {
  processes: GitProcesses;
  gate: TransferGate;
  limits: Pick<TransferLimits, 'commands' | 'pushUnpacked' | 'pushText' | 'deciding' | 'largeFile'>;
  template: () => Promise<RepositoryTemplate>;
  settings: RemoteSettings;
}

/** What lies beside a repository. */
export interface Brought {
  directory: string;
  place: IncomingPlace;
  updates: RefUpdate[];
  refusals: RefRefusal[];
  /** The default branch of the remote. */
  head: string | undefined;
  /** How many large files of what is new could not be had. */
  missing: number;
  /** Bytes of commits and tags. */
  texts: number;
  room: PushRoom;
}

const quiet = ['--no-tags', '--no-auto-maintenance', '--no-recurse-submodules', '--no-write-fetch-head'];
/** How long the sizes of all objects, and where references lead to, may take to be found (ms). */
const sizing = 30 * 60_000;

const nameOf = (remote: RemoteTask['remote']): string =>
  'file' in remote ? `file ${remote.file}` : `remote ${remote.username ?? ''} ${remote.url}`;

const isRemotes = (error: unknown): boolean => error instanceof VcsRefusal && error.code === 'remote';

const plainFiles = (): VcsRefusal =>
  new VcsRefusal(
    'remote',
    'the remote hands out plain files, in which nobody has looked: it has to speak the protocol of git',
  );

const partOfOne = (): VcsRefusal =>
  new VcsRefusal('remote', 'the bundle leaves out objects: it has to be one of whole histories');

/** Brings what a remote has beside a repository, under the limits and the rules for objects of a push. */
export class IncomingFetch {
  private readonly place: IncomingPlace;
  private readonly room: PushRoom;
  /** What git has said against what it has brought. */
  private complaint = '';

  constructor(
    private readonly parts: FetchParts,
    private readonly task: RemoteTask,
    private readonly work: LongWork,
  ) {
    const { directory, principal, metered } = task;
    this.place = new IncomingPlace(directory, parts.gate.storage);
    this.room = new PushRoom({ directory, principal, ...(metered ? { metered } : {}) }, parts.gate);
  }

  async run(): Promise<Brought> {
    const { place, room } = this;
    const { processes, gate, limits, settings } = this.parts;
    const { directory, remote } = this.task;
    const { signal, tell } = this.work;
    await refuseFullDisk(gate.disk);
    try {
      await place.keepOnly(nameOf(remote));
      const now = await listedRefs(processes, directory, Infinity, signal);
      const there = await RemoteSession.during(processes, settings, remote, (session) =>
        this.bring(session, now),
      );
      tell({ percent: 95, doing: 'references are compared' });
      const { head } = there;
      if (isSame(now, there.refs)) {
        // Of what an attempt before has left nothing leads to anything, and nobody has looked into it.
        await place.remove();
        return { directory, place, room, head, missing: 0, updates: [], refusals: [], texts: 0 };
      }
      // What it has told first may be something else.
      const then = await listedRefs(processes, place.path, limits.commands, signal, mustBeTexts);
      this.mustBeWhole(there.refs, then);
      await place.detach();
      const judged = await this.judged(now, then);
      const missing = await this.largeFiles(judged.updates);
      return { directory, place, room, head, missing, ...judged };
    } catch (error) {
      // What came whole is of use for the next attempt, unless there is a reason why there should be none, or nobody
      // has looked into it.
      const isPassing = error instanceof VcsRefusal && error.code === 'unavailable';
      const isKept = async (): Promise<boolean> => isPassing && (await place.isChecked().catch(() => false));
      await room.leaveAfter(async () => ((await isKept()) ? place.clear() : place.remove()));
      throw error;
    }
  }

  /**
   * Answers what the remote says that it has. Only where that is not what is here already there is a place for it: most
   * looks at a remote find nothing new, and what a place begins with is brought to the disk.
   */
  private async bring(session: RemoteSession, now: ListedRefs): Promise<RefLines> {
    const { directory, remote } = this.task;
    const { limits, template } = this.parts;
    const { tell } = this.work;
    const there = new RefLines(limits.commands);
    const watched = { written: () => this.place.size(), room: this.room };
    await session.watched(watched, this.work, async (signal) => {
      tell({ percent: 0, doing: 'the remote is asked' });
      const wanted = [remoteName, 'HEAD', 'refs/heads/*', 'refs/tags/*'];
      const speaks = await session.speaks(
        { command: 'ls-remote', directory, flags: ['--symref'], values: wanted },
        { signal, take: (piece) => there.take(piece) },
      );
      if (there.refs.size === 0 && !speaks) throw plainFiles();
      there.mustBeFew();
      if (there.hasOtherIds) throw new VcsRefusal('remote', otherFormat);
      there.guessHead();
      mustBeTexts(there);
      if (isSame(now, there.refs)) return;
      await this.place.prepare(await template(), nameOf(remote));
      const flags = ['--progress', '--prune', '--force', ...quiet];
      const values = [remoteName, ...remoteRefs];
      const { path, events } = this.place;
      this.complaint = await session
        .run(
          { command: 'fetch', directory: path, config: laterReferences, flags, values },
          { signal, tell, events },
        )
        .catch(async (error: unknown) => {
          if (!isRemotes(error) || (await this.place.isChecked())) throw error;
          throw 'file' in remote ? partOfOne() : plainFiles();
        });
      if (!(await this.place.isChecked())) await this.check(session, signal);
    });
    return there;
  }

  /**
   * What is not in `then` will be removed here. git leaves out a reference whose history is not whole, says so, and
   * ends well. @throws VcsRefusal `remote`, `unavailable`
   */
  private mustBeWhole(there: ListedRefs, then: ListedRefs): void {
    if (/shallow roots/.test(this.complaint)) throw new VcsRefusal('remote', shallowRemote);
    // Asked a second time, it has answered something else, where git finds nothing or less. Of one that has less by now
    // the next attempt hears that. What is no name of a reference git passes over.
    const isLost = (name: string): boolean => !then.has(name) && isRefName(name);
    if ((then.size === 0 && there.size > 0) || [...there.keys()].some(isLost))
      throw new VcsRefusal('unavailable', 'the remote has changed meanwhile');
  }

  /** git has not looked into what came. Of a file that the operator has brought most of its versions do not. */
  private async check(session: RemoteSession, signal: AbortSignal): Promise<void> {
    if (!('file' in this.task.remote) || (await this.place.hasSingles())) throw plainFiles();
    this.work.tell({ percent: 70, doing: 'objects are checked' });
    const { path: directory } = this.place;
    for (const pack of await this.place.packs())
      await session.run(
        { command: 'index-pack', directory, flags: ['--verify', strictly], values: [pack] },
        { signal },
      );
  }

  /** Brings the large files for which files of new tips stand; answers how many could not be had. */
  private async largeFiles(updates: readonly RefUpdate[]): Promise<number> {
    const { processes, limits, settings } = this.parts;
    const { directory, remote } = this.task;
    const { place, room, work } = this;
    const tips = [...new Set(updates.flatMap(({ new: next }) => next ?? []))];
    if (tips.length === 0) return 0;
    const { environment } = place.quarantine;
    const found = await lfsPointers(processes, { directory, environment }, tips, work.signal);
    if ('file' in remote) {
      let missing = 0;
      for await (const { objects } of found) missing += objects.length;
      return missing;
    }
    const { networks } = settings;
    const before = await place.size();
    const task = { directory, place: place.path, remote, networks, most: limits.largeFile, room, before };
    const files = new IncomingFiles(task);
    await files.bring(found, work);
    return files.missing;
  }

  /** What is to change, and what cannot be. */
  private async judged(
    now: ListedRefs,
    then: ListedRefs,
  ): Promise<Pick<Brought, 'updates' | 'refusals' | 'texts'>> {
    const { processes, limits } = this.parts;
    const { directory } = this.task;
    const updates = new PushedUpdates(changeLines(now, then), []);
    const { environment } = this.place.quarantine;
    const sizes = await pushedSizes(processes, {
      directory,
      objects: environment.GIT_OBJECT_DIRECTORY,
      timeout: sizing,
    });
    if (sizes.isBroken)
      throw new VcsRefusal('remote', 'the remote sends an object that git cannot read where it is stored');
    if (sizes.isSlow)
      throw new VcsRefusal('too_large', 'the remote sends objects in a form that git reads slowly');
    if (sizes.all > limits.pushUnpacked)
      throw new VcsRefusal('too_large', 'its objects are larger, unpacked, than the server allows');
    if ((sizes.longest?.size ?? 0) > limits.pushText)
      throw new VcsRefusal('too_large', 'a commit or tag is longer than the server allows');
    const wrong = await unwritable(processes, directory, updates, environment, sizing);
    return { updates: [...updates], refusals: [...wrong.refusals], texts: sizes.texts };
  }
}
