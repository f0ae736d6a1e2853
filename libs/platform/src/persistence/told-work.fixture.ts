/** Work that begins when it is run, and ends when it is told to. */
export class ToldWork {
  begun = false;
  end: () => void = () => undefined;
  private readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  readonly run = async (): Promise<void> => {
    this.begun = true;
    await this.ended;
  };
}

export const begunOf = (works: readonly ToldWork[]): number => works.filter(({ begun }) => begun).length;

/** All that was to begin has begun then. */
export const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
