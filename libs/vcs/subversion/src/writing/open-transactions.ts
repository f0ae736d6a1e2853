import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { BodyFailure, type PushRoom, type TransferClient } from '@holdfast/vcs-spi/engine';
import type { ViewDirectories } from '../process/view-directories.js';
import { activitiesAt, isRemoval, isTransaction, workAt, type Work } from './addressed-work.js';
import { beginMaking, ChangeMarks, wasBeingMade } from './being-made.js';
import { KnownWords } from './known-words.js';
import { isChange } from './least-written.js';
import { activityKey, transactionKey, type TransactionGates } from './transaction-gates.js';
import { sizeOf } from './transaction-growth.js';
import type { TransactionContents } from './transaction-contents.js';
import { isChanged, noTurn, refuse } from './refused-transaction.js';
import { isReserved } from './transaction-props.js';
import { unfitIn } from './unfit-transaction.js';

/** A request that changes what is under way. */
export interface TransactionChange {
  /** Where: canonical ones. */
  readonly addresses: readonly (string | undefined)[];
  readonly client: Pick<TransferClient, 'gone' | 'answers'>;
  /** What is left of it when nobody waits for it any more. */
  readonly left: readonly Promise<void>[];
  /** Whether the server has done all of it, or none: asked when nothing is left. */
  readonly isDone: () => boolean;
}

/** Transactions over HTTP belong to who began them: to others they are not there. Their names can be guessed. */
export class OpenTransactions {
  private readonly ending = new Set<Promise<void>>();
  private readonly words = new KnownWords();

  constructor(
    private readonly views: Pick<ViewDirectories, 'of'>,
    private readonly gates: TransactionGates,
    /** How long who commits, or changes, waits for changes that have begun (ms). */
    private readonly patience: number,
    private readonly contents: Pick<TransactionContents, 'unfit'>,
  ) {}

  /**
   * Whether what is under way at these addresses, canonical ones, is the caller's own, as far as something is.
   * @throws BodyFailure `refused` where it has properties that are ours
   */
  async areOwn(grant: TransferGrant, addresses: readonly (string | undefined)[]): Promise<boolean> {
    const known = new Set<string>();
    for (const address of addresses) {
      const work = address === undefined ? undefined : workAt(grant, address);
      if (!work) continue;
      // A body may name a hundred addresses in one.
      const key = JSON.stringify(work);
      if (known.has(key)) continue;
      if (!(await this.isOwn(grant, work))) return false;
      known.add(key);
    }
    return true;
  }

  /** When what is left of changes is over. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.ending]);
  }

  /** Why what is under way at these addresses may be no revision; it is of no interest when its client has gone. */
  async unfit(
    grant: TransferGrant,
    addresses: readonly string[],
    gone: AbortSignal,
  ): Promise<string | undefined> {
    for (const transaction of await this.transactionsAt(grant, addresses)) {
      const contents = () => this.contents.unfit(grant, transaction, gone);
      const reason = await unfitIn(grant.directory, transaction, gone, contents);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /**
   * What is under way at these addresses has room: a few differences may have become a large file. What came of it has
   * been counted as it came.
   * @throws BodyFailure `refused`
   */
  async mustHaveRoom(grant: TransferGrant, addresses: readonly string[], room: PushRoom): Promise<void> {
    for (const transaction of await this.transactionsAt(grant, addresses)) {
      const size = async () => (await sizeOf(grant.directory, transaction)) ?? 0;
      const full = await room.refusalOfStored(size);
      if (full !== undefined) throw new BodyFailure('refused', 507, full);
    }
  }

  /**
   * Does the work, which changes what is under way at these addresses, when all changes that came before are over; it
   * is over itself when what is `left` of it is.
   * @throws BodyFailure `refused` where that is being committed, is of a conversation over SSH, or there is no turn
   */
  async changing(
    grant: TransferGrant,
    { addresses, client, left, isDone }: TransactionChange,
    work: (begin: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { directory, exchange } = grant;
    const named = addresses.filter((address) => address !== undefined);
    const activities = activitiesAt(grant, named).map((name) => activityKey(directory, name));
    if (exchange.method === 'MKACTIVITY') {
      if (!(await this.alone(activities, () => work(() => Promise.resolve())))) throw noTurn('shut');
      return;
    }
    const entered: (() => void)[] = [];
    const marks = new ChangeMarks(directory);
    try {
      // What an activity stands for stays the same from here on.
      for (const key of activities) entered.push(this.gates.enter(key) ?? refuse('shut'));
      const names = await this.transactionsAt(grant, named);
      for (const name of names) {
        entered.push(await this.turn(transactionKey(directory, name), client));
        if (!isRemoval(grant) && (await wasBeingMade(directory, name))) refuse('left');
      }
      await work(() => begin(grant, marks, names));
    } finally {
      const end = async () => {
        await (isDone() ? marks.end() : marks.stay());
        for (const leave of entered) leave();
      };
      const over: Promise<void> = Promise.allSettled(left)
        .then(end)
        .finally(() => this.ending.delete(over));
      this.ending.add(over);
    }
  }

  /**
   * Does the work, which makes a revision of what is under way at these addresses; nobody changes that meanwhile.
   * @throws BodyFailure `refused` where it is still being changed, or is of a conversation over SSH
   */
  async committing(
    grant: TransferGrant,
    addresses: readonly string[],
    work: () => Promise<void>,
  ): Promise<void> {
    const { directory } = grant;
    const entered: (() => void)[] = [];
    try {
      for (const name of activitiesAt(grant, addresses)) {
        const leave = this.gates.enter(activityKey(directory, name));
        if (!leave) throw isChanged();
        entered.push(leave);
      }
      const names = await this.transactionsAt(grant, addresses);
      const keys = names.map((name) => transactionKey(directory, name));
      const open = async (): Promise<void> => {
        if (keys.some((key) => this.gates.isKept(key))) refuse('kept');
        for (const name of names) if (await wasBeingMade(directory, name)) refuse('left');
        await work();
      };
      if (!(await this.alone(keys, open))) throw isChanged();
    } finally {
      for (const leave of entered) leave();
    }
  }

  /**
   * What is under way at these addresses is about to be made a revision, as was allowed: it takes nothing else. Answers
   * its names.
   */
  async beginMaking(grant: TransferGrant, addresses: readonly string[]): Promise<string[]> {
    const names = await this.transactionsAt(grant, addresses);
    for (const name of names) await beginMaking(grant.directory, name);
    return names;
  }

  /** Who waits for others waits for himself: he gives way meanwhile, as who lets us wait. */
  private async turn(key: string, client: TransactionChange['client']): Promise<() => void> {
    const turn = this.gates.turn(key, this.patience, client.gone);
    try {
      const leave = await client.answers(turn);
      return typeof leave === 'string' ? refuse(leave) : leave;
    } catch (error) {
      void turn.then((leave) => typeof leave !== 'string' && leave());
      throw error;
    }
  }

  /** Whether the work has been done. */
  private async alone([key, ...others]: readonly string[], work: () => Promise<void>): Promise<boolean> {
    if (key === undefined) return work().then(() => true);
    const done = await this.gates.alone(key, this.patience, () => this.alone(others, work));
    return done?.result ?? false;
  }

  /** Their names, each once. */
  private async transactionsAt(grant: TransferGrant, addresses: readonly string[]): Promise<string[]> {
    const names = new Set<string>();
    for (const address of addresses) {
      const work = workAt(grant, address);
      if (!work) continue;
      const name = isTransaction(work) ? work.name : await this.transactionOf(grant.directory, work.name);
      if (name !== undefined) names.add(name);
    }
    return [...names].sort();
  }

  private async isOwn(grant: TransferGrant, work: Work): Promise<boolean> {
    const { directory, author, exchange } = grant;
    const { word, name, isWhole } = work;
    // Names that clients make up are not served: the header by which they would is not passed on.
    if (author === undefined || name === '' || word.startsWith('v')) return false;
    if (isTransaction(work)) return this.isOpenTo(author, directory, name);
    const transaction = await this.transactionOf(directory, name);
    if (transaction === undefined) return exchange.method === 'MKACTIVITY' && isWhole;
    if (await this.isOpenTo(author, directory, transaction)) return true;
    // What is left of an activity when its transaction is over is its name: nothing of anybody.
    const isOver = (await this.words.of(directory, transaction)) === undefined;
    return isOver && exchange.method === 'DELETE' && word === 'act';
  }

  /**
   * Whether somebody has begun it himself. Where the API commits for him he is the author, and it has our mark from the
   * beginning: what nobody looks at before it is a revision is changed by nobody.
   */
  private async isOpenTo(author: string, directory: string, transaction: string): Promise<boolean> {
    const words = await this.words.of(directory, transaction);
    if (words?.author !== author) return false;
    if (words.hasOurs) throw new BodyFailure('refused', 403, isReserved);
    return true;
  }

  /** The transaction of an activity, where `mod_dav_svn` keeps it: its first line in a file of the view. */
  private async transactionOf(directory: string, activity: string): Promise<string | undefined> {
    const file = createHash('md5').update(activity).digest('hex');
    const place = join(await this.views.of(directory), 'dav', 'activities.d', file);
    const text = await readFile(place, 'utf8').catch(() => undefined);
    return text?.split('\n', 1)[0];
  }
}

/** What is left is removed also where there is no room for a mark. */
const begin = async (grant: TransferGrant, marks: ChangeMarks, names: readonly string[]): Promise<void> => {
  if (!isChange(grant.exchange)) return;
  try {
    for (const name of names)
      if (isRemoval(grant)) await marks.begin(name).catch(() => false);
      else if (!(await marks.begin(name))) refuse('left');
  } catch (error) {
    await marks.end();
    throw error;
  }
};
