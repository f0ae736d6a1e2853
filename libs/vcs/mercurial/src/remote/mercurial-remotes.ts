import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  directorySize,
  VcsRefusal,
  type LongWork,
  type RefUpdate,
  type RemoteSource,
  type RemoteTask,
  type TransferGate,
} from '@holdfast/vcs-spi';
import {
  duringRemote,
  mustGoOn,
  PushRoom,
  refuseFullDisk,
  remoteMeaning,
  watchedRemote,
  type BroughtRefs,
  type ChildProcesses,
  type RemoteDoings,
} from '@holdfast/vcs-spi/engine';
import type { EnginePlace } from '../worker/engine-place.js';
import type { MercurialLimits } from '../transfer/mercurial-limits.js';
import { IncomingBundles } from './incoming-bundles.js';
import { ToldProgram, type SaidOfImport } from './told-program.js';

export interface MercurialRemoteParts {
  children: ChildProcesses;
  place: EnginePlace;
  gate: TransferGate;
  limits: Pick<MercurialLimits, 'names' | 'importMemory' | 'importStep' | 'networks'>;
  /** Hears of every change. */
  pushed: (directory: string) => void;
}

/** What is taken in, for whom. */
interface Taking {
  directory: string;
  bundles: readonly string[];
  /** All that there are to be; null: those that are here stay. */
  bookmarks: Record<string, string> | null;
  room: PushRoom;
}

/** Of the work: what comes from the remote ends here, and what Mercurial does with it there (percent). */
const steps = { come: 60, taken: 95 };
const word = 'publish';

/** Brings what remotes have beside repositories, and takes it in by one transaction. */
export class MercurialRemotes implements RemoteDoings {
  constructor(private readonly parts: MercurialRemoteParts) {}

  async fetch({ directory, remote, principal, metered }: RemoteTask, work: LongWork): Promise<BroughtRefs> {
    const { gate } = this.parts;
    const bundles = new IncomingBundles(directory);
    const room = new PushRoom({ directory, principal, ...(metered ? { metered } : {}) }, gate);
    await refuseFullDisk(gate.disk);
    try {
      await bundles.prepare();
      if ('file' in remote) {
        const taking = { directory, bundles: [remote.file], bookmarks: null, room };
        return await this.take(taking, bundles, work);
      }
      const { bundles: names = [], bookmarks = {} } = await this.bring(
        directory,
        { remote, bundles, room },
        work,
      );
      const paths = names.map((name) => bundles.pathOf(name));
      return await this.take({ directory, bundles: paths, bookmarks, room }, bundles, work);
    } catch (error) {
      // What came whole is of use for the next attempt, unless there is a reason why there should be none.
      const isKept = error instanceof VcsRefusal && error.code === 'unavailable';
      await room.leaveAfter(async () => (isKept ? undefined : bundles.remove()));
      throw error;
    }
  }

  async tidy(directory: string): Promise<void> {
    await new IncomingBundles(directory).remove();
    this.parts.gate.storage?.wrote(directory);
  }

  private bring(
    directory: string,
    { remote, bundles, room }: { remote: RemoteSource; bundles: IncomingBundles; room: PushRoom },
    work: LongWork,
  ): Promise<SaidOfImport> {
    const { children, place, limits } = this.parts;
    const { username, password } = remote;
    return duringRemote(remote, { networks: limits.networks }, ({ url, proxy }) => {
      const way = { port: proxy.port, user: proxy.user, password: proxy.password };
      const { importMemory: memory, importStep: step } = limits;
      const asked = { url: url.href, username, password, proxy: way, memory, step };
      return watchedRemote(proxy, { room, written: () => bundles.size() }, work, async (ending) => {
        const call = await place.call('hf_fetch', directory, bundles.path);
        const hear = ({ doing, percent = 0 }: SaidOfImport): void => {
          if (doing !== undefined) work.tell({ doing, percent: (percent * steps.come) / 100 });
        };
        const program = new ToldProgram(children, call, { asked, signal: ending, hear });
        return program.end().catch((error: unknown) => {
          mustGoOn(ending);
          if (proxy.refusal !== undefined) throw new VcsRefusal('remote', proxy.refusal);
          throw explained(error);
        });
      });
    });
  }

  /** Until it is published, or given up, its transaction waits. */
  private async take(
    { directory, bundles, bookmarks, room }: Taking,
    place: IncomingBundles,
    work: LongWork,
  ): Promise<BroughtRefs> {
    const { children, gate, limits, pushed } = this.parts;
    const updates: RefUpdate[] = [];
    const asked = { bundles, bookmarks, memory: limits.importMemory };
    const call = await this.parts.place.call('hf_take', directory);
    const own = join(directory, '.hg');
    const grownFrom = await directorySize(own);
    let [part, odd] = [0, 0];
    const hear = (said: SaidOfImport): void => {
      part = said.part ?? part;
      odd = said.odd ?? odd;
      if (said.update && updates.length <= limits.names) updates.push(said.update);
      if (said.doing === undefined) return;
      const done = (part + (said.doing === 'files' ? (said.percent ?? 0) / 100 : 0)) / bundles.length;
      work.tell({
        doing: `${said.doing} are taken in`,
        percent: steps.come + done * (steps.taken - steps.come),
      });
    };
    gate.storage?.wrote(directory);
    let program: ToldProgram | undefined;
    const grown = async (): Promise<number> => (await directorySize(own)) - grownFrom;
    const sizes = await Promise.all(bundles.map(async (path) => (await stat(path)).size));
    const still = { received: await place.size(), sent: 0 };
    const before = sizes.reduce((sum, size) => sum + size, 0);
    const watched = { room, written: grown, isOurs: () => true, before };
    try {
      await watchedRemote(still, watched, work, async (ending) => {
        program = new ToldProgram(children, call, { asked, signal: ending, hear });
        await program.ready().catch((error: unknown) => {
          mustGoOn(ending);
          throw error;
        });
      });
      if (updates.length > limits.names)
        throw new VcsRefusal('too_large', `there are more than ${limits.names} branches, tags and bookmarks`);
    } catch (error) {
      await program?.giveUp();
      gate.storage?.wrote(directory);
      throw error;
    }
    return {
      ...{ updates, refusals: [] },
      ...(odd > 0 && { note: `${odd} bookmarks have names of which hg bookmark makes none` }),
      publish: async () => {
        program?.tell(word);
        await program?.end();
        pushed(directory);
      },
      remove: async () => {
        await program?.giveUp();
        await place.remove();
      },
      leave: async () => {
        await program?.giveUp();
        gate.storage?.wrote(directory);
        room.leave();
      },
    };
  }
}

const explained = (error: unknown): unknown => {
  if (!(error instanceof VcsRefusal) || error.code !== 'remote') return error;
  const means = remoteMeaning(error.message, { kind: 'Mercurial', absent: /no repository/ });
  return new VcsRefusal(
    'remote',
    means ?? `Mercurial: ${error.message.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)}`,
  );
};
