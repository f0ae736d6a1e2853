import { healthCall, type HealthReport } from '@holdfast/contracts';
import { DiskRoom } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall, holds } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { RepositoryStore } from '../catalogue/repository.store.js';

/** `missing`: without which all else works. */
interface Engines {
  engines: Record<string, boolean>;
  missing: string[];
  notes: Record<string, string>;
}

/** What this service says of itself and of its parts. */
@Controller()
export class HealthService {
  constructor(
    private readonly store: RepositoryStore,
    private readonly rpc: Rpc,
    private readonly bytes: ByteProcess,
    private readonly disk: DiskRoom,
    private readonly types: RepositoryTypes,
    private readonly nodes: StorageNodes,
  ) {}

  @HandlesCall(healthCall('repository'))
  async check(): Promise<HealthReport> {
    const [database, broker, { engines, missing, notes }] = await Promise.all([
      holds(() => this.store.ping()),
      holds(() => this.rpc.rtt()),
      this.engines(),
    ]);
    const storage = await holds(() => this.disk.left());
    const note = storage ? await this.disk.note() : undefined;
    if (note !== undefined) notes.storage = note;
    const { missing: away } = this.nodes;
    if (away.length > 0) notes.nodes = `these storage nodes are not heard: ${away.join(', ')}`;
    const parts = { database, broker, storage, ...engines };
    return { service: 'repository', up: Object.values(parts).every(Boolean), parts, missing, notes };
  }

  /** The byte process and each engine in it, by name. */
  private async engines(): Promise<Engines> {
    const engines: Record<string, boolean> = {};
    const missing: string[] = [];
    const notes: Record<string, string> = {};
    const there = await holds(async () => {
      const health = await this.bytes.health();
      if (!health.ready) throw new Error('the byte process is away');
      for (const [id, { ready, problem }] of Object.entries(health.engines)) {
        if (ready || !this.types.isOptional(id)) engines[id] = ready;
        else missing.push(id);
        if (problem !== undefined) notes[id] = problem;
      }
    }, 1_000);
    return { engines: { 'byte-process': there, ...engines }, missing, notes };
  }
}
