import { randomUUID } from 'node:crypto';
import type {
  ForeignWrite,
  IncomingRefs,
  RefRefusal,
  RefUpdate,
  RemoteSource,
  Remotes,
  RemoteWork,
} from '@holdfast/vcs-spi';
import type { GitOperations } from './git.operations.js';
import type { RemoteTask } from './remote/git-remotes.js';

/** The remotes of one repository, as the main process has them: the engine does the work. */
export class LinkedRemotes implements Remotes {
  constructor(
    private readonly directory: string,
    private readonly operations: GitOperations,
    private readonly foreignWrite: () => ForeignWrite,
  ) {}

  async fetch(remote: RemoteSource, work: RemoteWork): Promise<IncomingRefs> {
    const name = await this.done('fetchRemote', remote, work);
    const { operations } = this;
    const updates: RefUpdate[] = [];
    const refusals: RefRefusal[] = [];
    let head: string | undefined;
    for (let from: number | undefined = 0; from !== undefined;) {
      const part = await operations.incoming({ name, from });
      updates.push(...part.updates);
      refusals.push(...part.refusals);
      ({ head, next: from } = part);
    }
    return {
      ...{ updates, refusals },
      ...(head === undefined ? {} : { head }),
      forced: async (refs) => new Set(await operations.incomingForced({ name, refs })),
      publish: async (reading) => {
        const write = this.foreignWrite();
        try {
          await operations.publishIncoming({ name, reading });
          write.end();
        } catch (error) {
          write.lost();
          throw error;
        }
      },
      discard: () => operations.endIncoming({ name }).catch(() => undefined),
    };
  }

  async push(remote: RemoteSource, work: RemoteWork): Promise<void> {
    await this.done('pushRemote', remote, work);
  }

  tidy(): Promise<void> {
    return this.operations.tidyIncoming({ directory: this.directory });
  }

  private async done(
    operation: 'fetchRemote' | 'pushRemote',
    remote: RemoteSource,
    { principal, metered, ...waiting }: RemoteWork,
  ): Promise<string> {
    const name = randomUUID();
    const task: RemoteTask = { name, directory: this.directory, remote, principal, metered };
    await this.operations.work(operation, task, waiting);
    return name;
  }
}
