import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VcsRefusal, type LongWork, type TransferGate } from '@holdfast/vcs-spi';
import type { CommandLine } from '../process/command-line.js';
import { youngestIn } from '../process/youngest.js';
import { beginMaking } from '../writing/being-made.js';
import { transactionKey, type TransactionGates } from '../writing/transaction-gates.js';
import { keepWritable } from '../writing/writable-revisions.js';

/** A transaction that nobody has touched for so long is dead (ms). */
const deadAfter = 24 * 60 * 60_000;
/** How often is looked for such ones in a repository that is written to (ms). */
const everyHour = 60 * 60_000;
/** How long it waits for changes of what seems dead (ms). */
const patience = 1_000;
/** So many transactions are named in one command: their names have 255 bytes at most, and a command two megabytes. */
const together = 1_000;
/** So many revisions make a pack (`layout sharded` of new repositories). */
const shard = 1_000;

/**
 * Tidies repositories up that are written to: what dead clients left goes, whole shards become packs, and what a killed
 * commit has left can be written anew.
 */
export class RevisionUpkeep {
  private readonly looked = new Map<string, number>();
  private readonly packed = new Map<string, number>();
  private running: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly commands: CommandLine,
    private readonly gate: Pick<TransferGate, 'disk' | 'storage'>,
    private readonly transactions: TransactionGates,
  ) {}

  /**
   * Somebody writes, or tries to: where dead transactions have taken all room nobody comes as far as a revision. It
   * comes back at once.
   */
  asked(directory: string): void {
    const now = Date.now();
    if (this.isOver || now - (this.looked.get(directory) ?? 0) <= everyHour) return;
    this.looked.set(directory, now);
    this.later(() => keepWritable(directory));
    this.later(() => this.removeDead(directory));
  }

  /** A revision was made, or tried. It comes back at once. */
  wrote(directory: string): void {
    this.asked(directory);
    if (!this.isOver) this.later(() => this.pack(directory));
  }

  /** Does both now. Rejects where it ends early. */
  async all(directory: string, { signal, tell }: LongWork): Promise<void> {
    await youngestIn(directory);
    tell({ doing: 'removing dead transactions' });
    await this.removeDead(directory);
    tell({ doing: 'packing revisions' });
    const code = await this.commands.watch('svnadmin', packing(directory), signal, () => undefined, false);
    await keepWritable(directory);
    signal.throwIfAborted();
    if (code !== 0) throw new VcsRefusal('unavailable', 'revisions could not be packed');
  }

  forget(directory: string): void {
    this.looked.delete(directory);
    this.packed.delete(directory);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Open to tests. */
  async removeDead(directory: string, now = Date.now()): Promise<void> {
    const transactions = join(directory, 'db', 'transactions');
    const isDead = (name: string): Promise<boolean> =>
      this.isUntouched(join(transactions, `${name}.txn`), now - deadAfter).catch(() => false);
    const dead: string[] = [];
    for (const file of await readdir(transactions).catch(() => [])) {
      const name = file.replace(/\.txn$/, '');
      if (name !== file && (await isDead(name))) dead.push(name);
    }
    for (let at = 0; at < dead.length && !this.isOver; at += together)
      await this.remove(directory, dead.slice(at, at + together), isDead);
    if (dead.length > 0) this.gate.storage?.wrote(directory);
  }

  /** Nobody changes them meanwhile, nor what is left of them: their files go one by one, in any order. */
  private async remove(
    directory: string,
    names: readonly string[],
    isDead: (name: string) => Promise<boolean>,
  ): Promise<void> {
    const kept = new Map<string, () => void>();
    for (const name of names) {
      const key = transactionKey(directory, name);
      await this.transactions.alone(key, patience, async () => {
        if (!this.transactions.isKept(key) && (await isDead(name)))
          kept.set(name, this.transactions.keep(key));
      });
    }
    try {
      if (kept.size > 0)
        await this.commands.run('svnadmin', ['rmtxns', '-q', directory, ...kept.keys()], background);
    } finally {
      for (const [name, letGo] of kept) {
        await beginMaking(directory, name).catch(() => undefined);
        letGo();
      }
    }
  }

  /**
   * Whether nothing in a transaction was written to since then (ms). One file after the other: there is one for each
   * path of it, and as many as its client likes.
   */
  private async isUntouched(place: string, since: number): Promise<boolean> {
    // What comes anew touches the directory: of what grows nothing else is looked at.
    if ((await stat(place)).mtimeMs >= since) return false;
    for await (const { name } of await opendir(place))
      if (this.isOver || (await stat(join(place, name))).mtimeMs >= since) return false;
    return true;
  }

  /** One at a time, and only so long as nobody needs the room. */
  private later(work: () => Promise<void>): void {
    this.running = this.running.then(async () => {
      if (!this.isOver) await work().catch(() => undefined);
    });
  }

  private async pack(directory: string): Promise<void> {
    const whole = Math.floor(((await youngestIn(directory)) + 1) / shard);
    if (whole <= (this.packed.get(directory) ?? 0)) return;
    const { disk } = this.gate;
    if (disk && (await disk.level()) !== 'enough') return;
    this.packed.set(directory, whole);
    await this.commands.run('svnadmin', packing(directory), { timeout });
    await keepWritable(directory);
  }
}

/** Nobody can commit while it removes what it has packed: so it does not give way to others either. */
const packing = (directory: string): string[] => ['pack', '-q', directory];

const timeout = 30 * 60_000;
const background = { background: true, timeout };
