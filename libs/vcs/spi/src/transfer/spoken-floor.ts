import type { Floor } from './transfer-client.js';

/** It may work on something large for so long before anybody doubts that it does (ms). */
const longSilence = 120_000;

/** Whose turn it is where a program does not say that it still works: that of whoever has not spoken last. */
export class SpokenFloor implements Floor {
  private lastSaid = performance.now();

  /** `programSpeaks`: it speaks first. */
  constructor(public programSpeaks = true) {}

  /** The client said something. */
  heard(): void {
    this.programSpeaks = true;
  }

  /** The program said something. */
  said(): void {
    this.programSpeaks = false;
    this.lastSaid = performance.now();
  }

  get programIsSilent(): boolean {
    return performance.now() - this.lastSaid > longSilence;
  }
}
