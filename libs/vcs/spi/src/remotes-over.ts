import { randomUUID } from 'node:crypto';
import type { EngineLink } from './vcs-engine.js';
import type { ForeignWrite } from './vcs-kind.js';
import type { RefRefusal, RefUpdate } from './push-terms.js';
import type { Reading } from './vcs-history.js';
import type { BroughtFile, IncomingRefs, RemoteSource, Remotes, RemoteWork } from './vcs-remotes.js';

/** What the engine of a kind is asked to bring, or to give away, for whom. */
export interface RemoteTask {
  /** By which what it brings is asked for. */
  name: string;
  directory: string;
  remote: RemoteSource | BroughtFile;
  principal: unknown;
  metered: boolean;
}

/** What a remote has, as far as one part of it goes. */
export interface IncomingPart {
  updates: readonly RefUpdate[];
  refusals: readonly RefRefusal[];
  head?: string;
  note?: string;
  /** There are more from this one on. */
  next?: number;
}

/** What an engine is asked about what it has brought. All refuse with `unavailable` where it is not kept any more. */
export interface IncomingCalls {
  incoming(input: { name: string; from: number }): Promise<IncomingPart>;
  incomingForced(input: { name: string; refs: readonly string[] }): Promise<string[]>;
  publishIncoming(input: { name: string; reading: Reading }): Promise<void>;
  /** What was not published goes. */
  endIncoming(input: { name: string }): Promise<void>;
  /** Removes what works that were cut off have left. */
  tidyIncoming(input: { directory: string }): Promise<void>;
}

const calls = [
  'incoming',
  'incomingForced',
  'publishIncoming',
  'endIncoming',
  'tidyIncoming',
] as const satisfies readonly (keyof IncomingCalls)[];

export const isIncomingCall = (name: string): name is keyof IncomingCalls =>
  calls.some((each) => each === name);

/** What takes hours. */
export type RemoteDeed = 'fetchRemote' | 'pushRemote';

export const isRemoteDeed = (name: string): name is RemoteDeed =>
  name === 'fetchRemote' || name === 'pushRemote';

interface RemotesSettings {
  directory: string;
  foreignWrite: () => ForeignWrite;
  /** Whether the kind gives remotes what is here. */
  pushes: boolean;
}

/** The remotes of a repository by the engine at the other end of a link, which answers by a `RemoteDesk`. */
export const remotesOver = (
  link: EngineLink,
  { directory, foreignWrite, pushes }: RemotesSettings,
): Remotes => {
  const over = (name: keyof IncomingCalls) => (input: unknown) => link.call(name, input);
  const asked = Object.fromEntries(calls.map((name) => [name, over(name)])) as unknown as IncomingCalls;
  const done = async (
    deed: RemoteDeed,
    remote: RemoteTask['remote'],
    { principal, metered, ...waiting }: RemoteWork,
  ): Promise<string> => {
    const task: RemoteTask = { name: randomUUID(), directory, remote, principal, metered };
    await link.work(deed, task, waiting);
    return task.name;
  };
  const found = async (name: string): Promise<IncomingRefs> => {
    const updates: RefUpdate[] = [];
    const refusals: RefRefusal[] = [];
    let head: string | undefined;
    let note: string | undefined;
    for (let from: number | undefined = 0; from !== undefined;) {
      const part: IncomingPart = await asked.incoming({ name, from });
      updates.push(...part.updates);
      refusals.push(...part.refusals);
      ({ head, note, next: from } = part);
    }
    return {
      ...{ updates, refusals },
      ...(head === undefined ? {} : { head }),
      ...(note === undefined ? {} : { note }),
      forced: async (refs) => new Set(await asked.incomingForced({ name, refs })),
      publish: async (reading) => {
        const write = foreignWrite();
        try {
          await asked.publishIncoming({ name, reading });
          write.end();
        } catch (error) {
          write.lost();
          throw error;
        }
      },
      discard: () => asked.endIncoming({ name }).catch(() => undefined),
    };
  };
  return {
    fetch: async (remote, work) => found(await done('fetchRemote', remote, work)),
    ...(pushes
      ? {
          push: async (remote: RemoteSource, work: RemoteWork) =>
            void (await done('pushRemote', remote, work)),
        }
      : {}),
    tidy: () => asked.tidyIncoming({ directory }),
  };
};
