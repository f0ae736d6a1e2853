import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobMoveLine } from '@holdfast/contracts';
import { DiskRoom, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { openBlobStores, type NamedStore } from '../blob-stores.js';
import { ArtifactSystem } from '../testing/artifact-system.js';
import type { Replica } from '../testing/replica.js';
import { BlobMoveService } from './blob-move.service.js';
import { BlobMover } from './blob-mover.js';

const ctx: CallContext = { requestId: 'migrate', deadline: Date.now() + 600_000 };

interface Answered {
  value?: BlobMoveLine;
  error?: { code: string; reason?: string };
}

/** A system in which one replica has the store `old`, and another one moves all of it into `new`. */
export class MovingSystem {
  readonly repository: RepositoryScope;

  private constructor(
    readonly system: ArtifactSystem,
    /** The directory of the new store. */
    readonly data: string,
    readonly into: NamedStore,
  ) {
    this.repository = system.repository();
  }

  static async start(): Promise<MovingSystem> {
    const data = await mkdtemp(join(tmpdir(), 'moved-'));
    const named = async (name: string, at: string): Promise<NamedStore> => ({
      ...(await openBlobStores({ data: at }, new DiskRoom(at))).into,
      name,
    });
    const into = await named('new', data);
    const system = await ArtifactSystem.start({
      replicas: 2,
      stores: async (former) => ({ into, former: await named('old', former) }),
    });
    return new MovingSystem(system, data, into);
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await rm(this.data, { recursive: true });
  }

  get before(): Replica {
    return this.system.replicas[0];
  }

  get moving(): Replica {
    return this.system.replicas[1];
  }

  async put(path: string, body: Buffer | string, replica = 0): Promise<number> {
    return (await this.system.put(path, body, { repository: this.repository, replica })).status;
  }

  async get(path: string, replica = 1): Promise<{ status: number; body: Buffer }> {
    const { status, body } = await this.system.get(path, { repository: this.repository, replica });
    return { status, body };
  }

  async remove(path: string): Promise<void> {
    await this.system.delete(path, { repository: this.repository, replica: 1 });
  }

  /** What the operator is answered, as the broker carries it. */
  async ask(checks = false): Promise<Answered> {
    const reply = await this.moving.part(BlobMoveService).begin(ctx, { checks });
    return JSON.parse(JSON.stringify(reply)) as Answered;
  }

  /** Begins a move, or goes on with one, and waits for its end; `begun`: called before it does anything. */
  async moved(checks = false, begun = (): void => undefined): Promise<BlobMoveLine> {
    const { error } = await this.ask(checks);
    if (error) throw new Error(error.reason);
    begun();
    await this.moving.part(BlobMover).look();
    return this.last();
  }

  async last(): Promise<BlobMoveLine> {
    const { value } = (await this.moving.part(BlobMoveService).last()) as unknown as {
      value: { move: BlobMoveLine };
    };
    return value.move;
  }

  /** Digests of what is in the new store. */
  async arrived(): Promise<string[]> {
    const below = await readdir(join(this.data, 'blobs'), { recursive: true });
    return below.filter((path) => path.length > 2).map((path) => path.replace('/', ''));
  }
}
