import {
  closeSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Intent, Outcome } from './intent.js';

const sync = promisify(fdatasync);

/** A segment is followed by the next when it has so many bytes. */
const segmentBytes = 4 << 20;

/** One line of the journal. */
type Line = { intent: Intent } | { outcome: Outcome } | { kept: string };

/** What a journal held when it was opened, in its order. */
export interface Found {
  /** Without an outcome, nobody knows what became of it. */
  intents: readonly { intent: Intent; outcome?: Outcome }[];
}

interface Segment {
  number: number;
  /** Intents in it of which the outcome has not been kept elsewhere. */
  open: Set<string>;
}

/**
 * What was about to be changed on this storage node, and what became of it: lines in files that only grow, and that go
 * when nothing in them is needed any more. Lines are on disk in the order in which they were written, so that whoever
 * finds an intent on disk also finds all outcomes that were known before it.
 */
export class IntentJournal {
  private readonly segments: Segment[] = [];
  private file = -1;
  private written = 0;
  private syncing: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly directory: string) {}

  /** Reads what the predecessor left, and begins a segment of its own. */
  open(): Found {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const numbers = readdirSync(this.directory)
      .flatMap((name) => /^(\d+)\.log$/.exec(name)?.slice(1) ?? [])
      .map(Number)
      .sort((a, b) => a - b);
    const intents = new Map<string, { intent: Intent; outcome?: Outcome }>();
    for (const number of numbers) {
      const segment: Segment = { number, open: new Set() };
      this.segments.push(segment);
      for (const line of this.lines(number)) {
        if ('intent' in line) {
          intents.set(line.intent.id, { intent: line.intent });
          segment.open.add(line.intent.id);
        } else if ('outcome' in line) {
          const known = intents.get(line.outcome.id);
          if (known) known.outcome = line.outcome;
        } else this.close(line.kept, intents);
      }
    }
    this.begin((numbers.at(-1) ?? 0) + 1);
    this.tidy();
    return { intents: [...intents.values()] };
  }

  /**
   * Writes intents: a process that ends from now on has left them. Resolves when they, and all that was written before
   * them, are on disk.
   * @throws Error when they cannot be written
   */
  intend(intents: readonly Intent[]): Promise<void> {
    if (this.file < 0) throw new Error('the journal is shut');
    this.write(intents.map((intent) => ({ intent })));
    const { open } = this.segments[this.segments.length - 1];
    for (const { id } of intents) open.add(id);
    return this.onDisk();
  }

  /** Reaches the disk with the next intent at the latest. */
  settled(outcomes: readonly Outcome[]): void {
    this.write(outcomes.map((outcome) => ({ outcome })));
  }

  /** These intents, with what became of them, are in safe keeping elsewhere. */
  kept(ids: readonly string[]): void {
    this.write(ids.map((kept) => ({ kept })));
    for (const id of ids) for (const { open } of this.segments) open.delete(id);
    this.tidy();
  }

  shut(): void {
    if (this.file >= 0) closeSync(this.file);
    this.file = -1;
  }

  private close(id: string, intents: Map<string, unknown>): void {
    intents.delete(id);
    for (const { open } of this.segments) open.delete(id);
  }

  private write(lines: readonly Line[]): void {
    if (lines.length === 0 || this.file < 0) return;
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done);
    this.written += bytes.length;
  }

  /** Those who come while the disk is busy share its next turn. */
  private onDisk(): Promise<void> {
    if (this.next) return this.next;
    const { syncing } = this;
    if (!syncing) return (this.syncing = this.flush());
    const next = syncing
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return (this.syncing = this.flush());
      });
    return (this.next = next);
  }

  private async flush(): Promise<void> {
    const { file, written } = this;
    try {
      await sync(file);
      // Only a segment that is on disk as a whole is followed by another.
      if (written > segmentBytes && written === this.written && file === this.file) this.turn();
    } finally {
      this.syncing = undefined;
    }
  }

  private turn(): void {
    closeSync(this.file);
    this.begin(this.segments[this.segments.length - 1].number + 1);
    this.tidy();
  }

  private begin(number: number): void {
    this.file = openSync(this.path(number), 'ax', 0o600);
    const directory = openSync(this.directory, 'r');
    fsyncSync(directory);
    closeSync(directory);
    this.written = 0;
    this.segments.push({ number, open: new Set() });
  }

  /** Segments go from the oldest on: what became of an intent may stand in a later one. */
  private tidy(): void {
    while (this.segments.length > 1 && this.segments[0].open.size === 0) {
      const [{ number }] = this.segments.splice(0, 1);
      rmSync(this.path(number), { force: true });
    }
  }

  /** A last line that was cut off was never confirmed. */
  private lines(number: number): Line[] {
    return readFileSync(this.path(number), 'utf8')
      .split('\n')
      .slice(0, -1)
      .flatMap((text) => {
        try {
          return [JSON.parse(text) as Line];
        } catch {
          return [];
        }
      });
  }

  private path(number: number): string {
    return join(this.directory, `${number}.log`);
  }
}
