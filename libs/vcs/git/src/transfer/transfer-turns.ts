import { FairSlots, type Contender } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import type { TransferClient } from './transfer-client.js';

/** So many may wait for a turn: in all, of one company, of one account, and for one repository. */
const waiting = { total: 1024, each: [768, 256, 512] };
/** How often it is looked whether a slow one holds up others (ms). */
const every = 1000;

/**
 * Transfers of one direction, of which a limited number runs at a time: a company has three quarters of the places at
 * most, an account a quarter. Who waits gets in by turns, and a slow transfer gives way to another of its account.
 */
export class TransferTurns {
  private readonly slots: FairSlots<Contender>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    { total, perRepository }: { total: number; perRepository: number },
    private readonly patience: number,
  ) {
    const each = [Math.ceil((total * 3) / 4), Math.ceil(total / 4), perRepository];
    this.slots = new FairSlots({ total, each }, waiting);
  }

  /** Carries the work out in its turn. Answers false where none came: too many wait, or it waited for too long. */
  async run(grant: TransferGrant, client: TransferClient, work: () => Promise<void>): Promise<boolean> {
    const { owner, directory } = grant;
    let begin: (begun: boolean) => void = () => undefined;
    const begun = new Promise<boolean>((resolve) => (begin = resolve));
    const one: Contender = {
      parties: [owner.company, owner.account, directory],
      begin: () => begin(true),
      slow: () => client.isSlow,
      end: () => client.giveWay(),
    };
    if (client.gone.aborted || this.slots.ask(one) === 'refused') return false;
    const giveUp = () => begin(false);
    const timer = setTimeout(giveUp, this.patience);
    client.gone.addEventListener('abort', giveUp, { once: true });
    this.watch();
    try {
      const mine = await begun;
      clearTimeout(timer);
      if (mine) await work();
      return mine;
    } finally {
      clearTimeout(timer);
      client.gone.removeEventListener('abort', giveUp);
      this.slots.leave(one);
    }
  }

  /** Who is not slow yet may become it: looks from time to time while somebody waits. */
  private watch(): void {
    if (this.timer || !this.slots.someWait) return;
    this.timer = setInterval(() => {
      this.slots.makeRoom();
      if (this.slots.someWait) return;
      clearInterval(this.timer);
      this.timer = undefined;
    }, every).unref();
  }
}
