/** Lets so many parts be sent at the same time, those of all uploads together, in the order in which they come. */
export class SendPlaces {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
