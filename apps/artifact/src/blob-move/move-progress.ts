import type { BlobMoveRow } from './blob-move.entity.js';
import type { MoveNote } from './blob-move.store.js';
import type { BlobOutcome } from './blob-work.js';
import type { ReferredBlob } from './referred-blob.store.js';

/** Faults that are told in words. */
const mostLines = 20;

type Counts = Pick<MoveNote, 'pass' | 'place' | 'lines'> & { seen: number; faults: number };

/** How far a move has come. What was looked at counts by pages: what is cut off amid one is looked at again. */
export class MoveProgress {
  /** For what it waits; '' while it goes on. */
  waits = '';
  private told: Counts;
  private page: { seen: number; faults: string[] } = { seen: 0, faults: [] };
  private copied: number;
  private bytes: number;
  private fresh: number;
  private wasBegunHere: boolean;

  constructor({ pass, place, lines, ...counted }: BlobMoveRow) {
    const [seen, faults] = [Number(counted.seen), Number(counted.faults)];
    this.told = { pass, place, lines, seen, faults };
    this.copied = Number(counted.copied);
    this.bytes = Number(counted.bytes);
    this.fresh = Number(counted.fresh);
    this.wasBegunHere = place === null;
  }

  get place(): Buffer | null {
    return this.told.place;
  }

  get pass(): number {
    return this.told.pass;
  }

  get faults(): number {
    return this.told.faults;
  }

  /** Nothing was missing, from the beginning to the end of this pass, which was made by this process alone. */
  get foundAll(): boolean {
    return this.wasBegunHere && this.fresh === 0;
  }

  add({ size }: ReferredBlob, outcome: BlobOutcome): void {
    this.page.seen += 1;
    if (outcome.is === 'fault') this.page.faults.push(outcome.why);
    if (outcome.is !== 'done') return;
    this.copied += 1;
    this.fresh += 1;
    this.bytes += size;
  }

  /** A page is done, up to a digest. */
  turn(place: Buffer): void {
    const { seen, faults, lines, pass } = this.told;
    this.told = {
      ...{ pass, place },
      seen: seen + this.page.seen,
      faults: faults + this.page.faults.length,
      lines: [...lines, ...this.page.faults].slice(0, mostLines),
    };
    this.page = { seen: 0, faults: [] };
  }

  nextPass(): void {
    this.told = { pass: this.pass + 1, place: null, seen: 0, faults: 0, lines: [] };
    this.fresh = 0;
    this.wasBegunHere = true;
  }

  get note(): MoveNote {
    const { seen, faults, ...told } = this.told;
    const { waits, copied, bytes, fresh } = this;
    return {
      ...{ ...told, waits, seen: String(seen), faults: String(faults) },
      ...{ copied: String(copied), bytes: String(bytes), fresh: String(fresh) },
    };
  }
}
