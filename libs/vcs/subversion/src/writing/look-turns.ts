import { Turns } from '@holdfast/kernel';

const unlimited = { total: Infinity, each: [Infinity] };
const waitsOn = 'other commits of this account are under way, try again';

/**
 * What is to be a revision is looked at for one account at a time: transactions of many properties take minutes, and
 * what is refused can be sent again. Nobody waits for others.
 */
export class LookTurns {
  private readonly turns = new Turns({ total: Infinity, each: [1] }, unlimited, Infinity);

  /** Answers why it is refused, if it is: also where its turn does not come in time (ms), or its client is `gone`. */
  run(
    account: string,
    patience: number,
    gone: AbortSignal,
    look: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const left = (): Promise<void> =>
      new Promise((resolve) => {
        if (gone.aborted) resolve();
        gone.addEventListener('abort', () => resolve(), { once: true });
      });
    const one = { parties: [account], deadline: Date.now() + patience, gone: left };
    return this.turns.run<string | undefined>(one, look, () => waitsOn);
  }
}
