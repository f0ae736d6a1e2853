import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loopShare } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { Intent, Outcome } from './intent.js';
import { JournalFile, type Write } from './journal-file.js';

/** A segment is followed by the next when it has so many bytes. */
const segmentBytes = 4 << 20;
/** So many intents are written in one go; each has some hundred refs at most. */
const partLength = 4;

/** One line of the journal. */
type Line = { intent: Intent } | { outcome: Outcome } | { kept: string | readonly string[] };

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
 * when nothing in them is needed any more. Lines are written in the order in which they became known, and confirmed
 * when they and all before them are on disk: whoever finds an intent also finds all outcomes that were known before it.
 */
export class IntentJournal {
  private readonly segments: Segment[] = [];
  /** Those that may hold something that is not on disk; the last one is written to. */
  private readonly files: JournalFile[] = [];
  /** What is to be written before the next intent. */
  private readonly outcomes = new Map<string, Outcome>();
  private gone: string[] = [];
  private failing = false;
  private number = 0;
  private syncing: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(
    private readonly directory: string,
    private readonly writeBytes?: Write,
  ) {}

  /** Reads what the predecessor left, and begins a segment of its own. */
  async open(): Promise<Found> {
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
        } else {
          const ids = typeof line.kept === 'string' ? [line.kept] : line.kept;
          for (const id of ids) intents.delete(id);
          this.close(ids);
        }
      }
    }
    this.number = numbers.at(-1) ?? 0;
    await this.begin();
    return { intents: [...intents.values()] };
  }

  /**
   * Writes intents: a process that ends from now on has left them. Resolves when they, and all that was written before
   * them, are on disk.
   * @throws Error when they cannot be written: then there are none
   */
  intend(intents: readonly Intent[]): Promise<void> {
    if (this.files.length === 0) throw new Error('the journal is shut');
    // As long as this fails, nothing is added to what is to be written.
    if (this.failing) this.append([]);
    try {
      this.append(intents);
    } catch (error) {
      // Some may have come into the file.
      this.gone.push(...intents.map(({ id }) => id));
      throw error;
    }
    const { open } = this.segments[this.segments.length - 1];
    for (const { id } of intents) open.add(id);
    return this.onDisk();
  }

  /**
   * The same of very many, others have the event loop meanwhile. `onDisk` is what `intend` answers; what was written
   * before one that could not be is nothing either.
   */
  async intendAll(intents: readonly Intent[]): Promise<{ onDisk: Promise<void> }> {
    const parts: Promise<void>[] = [];
    for (let at = 0; at < intents.length; at += partLength) {
      if (at > 0 && loopShare.isOver) await loopShare.pass();
      try {
        const part = this.intend(intents.slice(at, at + partLength));
        // Whoever waits for it hears of a failure; perhaps nobody does.
        part.catch(() => undefined);
        parts.push(part);
      } catch (error) {
        this.kept(intents.slice(0, at).map(({ id }) => id));
        throw error;
      }
    }
    const onDisk = Promise.all(parts).then(() => undefined);
    onDisk.catch(() => undefined);
    return { onDisk };
  }

  /** Is written before the next intent: until then the refs tell the same. */
  settled(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) this.outcomes.set(outcome.id, outcome);
  }

  /** These intents, with what became of them, are in safe keeping elsewhere. */
  kept(ids: readonly string[]): void {
    this.close(ids);
    for (const id of ids) this.outcomes.delete(id);
    this.gone.push(...ids);
    // A file is not written to while the disk is at it, if that can wait: it would hold up everything else.
    if (!this.syncing) this.note();
    this.tidy();
  }

  /** Takes nothing from now on. */
  async shut(): Promise<void> {
    this.note();
    await Promise.all(this.files.splice(0).map((file) => file.close()));
  }

  private close(ids: readonly string[]): void {
    for (const id of ids) for (const { open } of this.segments) open.delete(id);
  }

  /** Never fails: what cannot be written now is written before whatever comes next. */
  private note(): void {
    try {
      this.append([]);
    } catch (err) {
      log.warn({ err }, 'the journal of changes of refs cannot be written');
    }
  }

  private append(intents: readonly Intent[]): void {
    const lines: Line[] = [...this.outcomes.values()].map((outcome) => ({ outcome }));
    if (this.gone.length > 0) lines.push({ kept: this.gone });
    for (const intent of intents) lines.push({ intent });
    if (lines.length === 0) return;
    this.failing = true;
    this.files.at(-1)?.append(lines.map((line) => JSON.stringify(line)));
    this.failing = false;
    this.outcomes.clear();
    this.gone = [];
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

  /** The older files first: what is confirmed has all before it on disk. */
  private async flush(): Promise<void> {
    try {
      if ((this.files.at(-1)?.written ?? 0) > segmentBytes) await this.turn();
      for (const file of [...this.files]) {
        await file.sync();
        if (file === this.files.at(-1)) continue;
        this.files.splice(this.files.indexOf(file), 1);
        await file.close();
      }
    } finally {
      this.syncing = undefined;
      this.note();
    }
  }

  /** Where there can be no new segment the old one goes on. */
  private async turn(): Promise<void> {
    try {
      await this.begin();
    } catch (err) {
      log.warn({ err }, 'the journal of changes of refs cannot begin a new file');
    }
  }

  private async begin(): Promise<void> {
    // One that could not be removed again keeps its number.
    const number = (this.number += 1);
    this.files.push(await JournalFile.begin(this.directory, this.path(number), this.writeBytes));
    this.segments.push({ number, open: new Set() });
    this.tidy();
  }

  /** Segments go from the oldest on: what became of an intent may stand in a later one. */
  private tidy(): void {
    while (this.segments.length > 1 && this.segments[0].open.size === 0) {
      try {
        rmSync(this.path(this.segments[0].number), { force: true });
      } catch (err) {
        log.warn({ err }, 'an old file of the journal of changes of refs cannot be removed');
        return;
      }
      this.segments.shift();
    }
  }

  /** What was not written to its end was never confirmed. */
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
