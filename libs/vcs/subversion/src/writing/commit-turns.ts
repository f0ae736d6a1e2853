/** Commits to one repository are made one after another: so it is known which revision each will be. */
export class CommitTurns {
  private readonly last = new Map<string, Promise<void>>();

  /**
   * Does the work when all before it is over. Undefined where that takes longer than `patience` (ms): the work is not
   * done then.
   */
  async run<T>(directory: string, patience: number, work: () => Promise<T>): Promise<T | undefined> {
    const before = this.last.get(directory) ?? Promise.resolve();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const mine = before.then(() => ended);
    this.last.set(directory, mine);
    try {
      return (await isOver(before, patience)) ? await work() : undefined;
    } finally {
      end();
      void mine.then(() => {
        if (this.last.get(directory) === mine) this.last.delete(directory);
      });
    }
  }
}

const isOver = async (before: Promise<void>, patience: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  try {
    return await Promise.race([before.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};
