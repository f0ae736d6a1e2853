import { join } from 'node:path';
import type { EngineLink, TransferGate, VcsEngine } from '@holdfast/vcs-spi';
import type { ByteHealth } from './byte-process/messages.js';
import { vcsEngines } from './byte-process/vcs-engines.js';

/** Where setup puts Subversion as an ordinary user comes before the programs of the system. */
const usualPath = `${join(import.meta.dirname, '../../../.tools/subversion/bin')}:/usr/local/bin:/usr/bin:/bin`;

/** The engines in this process, in place of the byte process. */
export class EnginesHere {
  private constructor(private readonly engines: readonly VcsEngine[]) {}

  /** `data`: below it the engines keep what they need for themselves, absolute. `path`: for their programs. */
  static async start(data: string, gate: TransferGate, path = usualPath): Promise<EnginesHere> {
    const engines = await vcsEngines({ stateDirectory: join(data, 'engines'), path }, gate);
    await Promise.all(engines.map((engine) => engine.start()));
    return new EnginesHere(engines);
  }

  link(kind: string): EngineLink {
    const engine = this.engines.find(({ id }) => id === kind);
    if (!engine) throw new Error(`no engine for ${kind}`);
    return engine;
  }

  async health(): Promise<{ ready: true; engines: ByteHealth['engines'] }> {
    const told = this.engines.map(async (engine) => [engine.id, await engine.health()] as const);
    return { ready: true, engines: Object.fromEntries(await Promise.all(told)) };
  }

  /** No push comes here by the wire. */
  use(): void {}

  async stop(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
  }
}
