import { within } from '@holdfast/kernel';

/** A commit that waits. */
interface Waiting {
  party: string;
  begin: () => void;
}

/** The commits to one repository. */
class Line {
  readonly waiting: Waiting[] = [];
  /** How long each party has worked since nobody waited (ms). */
  readonly worked = new Map<string, number>();

  /** Who has worked least, of these who came first; he waits no more. */
  take(): Waiting | undefined {
    const workOf = ({ party }: Waiting): number => this.worked.get(party) ?? 0;
    const least = Math.min(...this.waiting.map(workOf));
    const next = this.waiting.find((each) => workOf(each) === least);
    if (next) this.leave(next);
    return next;
  }

  leave(one: Waiting): void {
    const at = this.waiting.indexOf(one);
    if (at >= 0) this.waiting.splice(at, 1);
  }
}

/**
 * Commits to one repository are made one after another: so it is known which revision each will be. Who has worked
 * least, since last nobody waited, is next: who sends many long ones keeps others for the one only that is under way.
 * (`Turns` of the kernel go by who was served least recently: there one that takes minutes counts as a short one.)
 */
export class CommitTurns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Does the work of a party, an account, in its turn. Undefined where that takes longer to come than `patience` (ms):
   * the work is not done then.
   */
  async run<T>(
    directory: string,
    patience: number,
    work: () => Promise<T>,
    party = '',
  ): Promise<T | undefined> {
    const line = this.lines.get(directory);
    if (line && !(await isTurn(line, party, patience))) return undefined;
    const own = line ?? new Line();
    this.lines.set(directory, own);
    const began = this.now();
    try {
      return await work();
    } finally {
      own.worked.set(party, (own.worked.get(party) ?? 0) + this.now() - began);
      const next = own.take();
      if (next) next.begin();
      else this.lines.delete(directory);
    }
  }
}

const isTurn = (line: Line, party: string, patience: number): Promise<boolean> => {
  let begin = (): void => undefined;
  const turn = new Promise<boolean>((resolve) => (begin = () => resolve(true)));
  const mine = { party, begin };
  line.waiting.push(mine);
  return within(patience, turn, () => {
    line.leave(mine);
    return false;
  });
};
