import type { EngineLink, TransferGate, VcsEngine } from '@holdfast/vcs-spi';
import { vcsEngines } from './byte-process/vcs-engines.js';

/** The engines in this process, in place of the byte process. */
export class EnginesHere {
  private constructor(private readonly engines: readonly VcsEngine[]) {}

  /** `stateDirectory`: where the engines keep what they need for themselves, absolute. */
  static async start(stateDirectory: string, gate: TransferGate): Promise<EnginesHere> {
    const engines = await vcsEngines({ stateDirectory, path: '/usr/local/bin:/usr/bin:/bin' }, gate);
    await Promise.all(engines.map((engine) => engine.start()));
    return new EnginesHere(engines);
  }

  link(kind: string): EngineLink {
    const engine = this.engines.find(({ id }) => id === kind);
    if (!engine) throw new Error(`no engine for ${kind}`);
    return engine;
  }

  /** No push comes here by the wire. */
  use(): void {}

  async stop(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
  }
}
