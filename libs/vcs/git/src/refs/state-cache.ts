import { RepositoryState } from './repository-state.js';

export interface StateLimits {
  repositories: number;
  /** Remembered references over all repositories; one takes some 100 bytes. */
  references: number;
}

/** The states of the directories in use, least recently used first. One that is busy is never dropped. */
export class StateCache {
  private readonly states = new Map<string, RepositoryState>();

  constructor(private readonly limits: StateLimits = { repositories: 1000, references: 1_000_000 }) {}

  of(directory: string): RepositoryState {
    const known = this.states.get(directory);
    if (known) {
      this.states.delete(directory);
      this.states.set(directory, known);
      return known;
    }
    const state = new RepositoryState(directory);
    this.states.set(directory, state);
    return state;
  }

  /** Call it after a use: a state weighs something only once it has been read. */
  trim(): void {
    let references = 0;
    for (const state of this.states.values()) references += state.weight;
    for (const [directory, state] of this.states) {
      if (this.states.size <= this.limits.repositories && references <= this.limits.references) return;
      if (!state.idle) continue;
      references -= state.weight;
      this.states.delete(directory);
    }
  }

  drop(directory: string): void {
    if (this.states.get(directory)?.idle) this.states.delete(directory);
  }

  get size(): number {
    return this.states.size;
  }
}
