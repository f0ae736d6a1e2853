import { BodyFailure } from './body-failure.js';

/** Ends a request when the engine has said nothing for too long; what the client takes its time for does not count. */
export class SilenceWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly most: number,
    private readonly stop: (error: Error) => void,
  ) {}

  /** It is the engine's turn. */
  begin(): void {
    this.end();
    if (this.most === Infinity) return;
    const late = (): void =>
      this.stop(new BodyFailure('late', 504, 'the repository took too long to answer'));
    this.timer = setTimeout(late, this.most);
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
