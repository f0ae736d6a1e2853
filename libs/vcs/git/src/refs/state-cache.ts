import { LargeLoads } from './large-loads.js';
import { RepositoryState } from './repository-state.js';

export interface StateLimits {
  repositories: number;
  /** Of memory, over all repositories. */
  bytes: number;
  /** Of memory; a repository that takes more is read anew for each use. */
  bytesOfOne: number;
}

const usual: StateLimits = { repositories: 1000, bytes: 64 << 20, bytesOfOne: 32 << 20 };

/** The states of the directories in use, least recently used first. One that is busy is never dropped. */
export class StateCache {
  private readonly states = new Map<string, RepositoryState>();

  constructor(
    private readonly limits: StateLimits = usual,
    private readonly loads = new LargeLoads(),
  ) {}

  of(directory: string): RepositoryState {
    const known = this.states.get(directory);
    if (known) {
      this.states.delete(directory);
      this.states.set(directory, known);
      return known;
    }
    const state = new RepositoryState(directory, Date.now, this.loads);
    this.states.set(directory, state);
    return state;
  }

  /** Call it after a use: a state weighs something only once it has been read. */
  trim(): void {
    const { repositories, bytes, bytesOfOne } = this.limits;
    let sum = 0;
    for (const [directory, state] of this.states) {
      if (state.weight > bytesOfOne) this.lighten(directory, state);
      sum += state.weight;
    }
    for (const [directory, state] of this.states) {
      if (this.states.size <= repositories && sum <= bytes) return;
      sum -= state.weight;
      this.lighten(directory, state);
    }
  }

  /** One that is busy stays, with nothing in memory: a push may take as long as it likes. */
  private lighten(directory: string, state: RepositoryState): void {
    if (state.weight > 0) state.lighten();
    if (state.idle) this.states.delete(directory);
  }

  /** What a load that is under way brings is not remembered either. */
  drop(directory: string): void {
    const state = this.states.get(directory);
    state?.lighten();
    if (state?.idle) this.states.delete(directory);
  }

  get size(): number {
    return this.states.size;
  }
}
