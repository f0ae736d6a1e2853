import { VcsRefusal } from '@holdfast/vcs-spi';

/** How long upkeep is not tried again where git could not do it (ms): each push would have it tried. */
const pause = 3_600_000;

/** Where git could not join packs, for what lies there: it may take more memory or time than git has. */
export class FailedJoins {
  /** Until when it is not tried again. */
  private readonly until = new Map<string, number>();

  isRecent(directory: string): boolean {
    return (this.until.get(directory) ?? 0) > Date.now();
  }

  ended(directory: string, isJoined: boolean): void {
    if (isJoined) this.until.delete(directory);
    else this.until.set(directory, Date.now() + pause);
  }

  forget(directory: string): void {
    this.until.delete(directory);
  }

  /** @throws VcsRefusal `too_large` */
  throwIfRecent(directory: string): void {
    if (this.isRecent(directory))
      throw new VcsRefusal(
        'too_large',
        'git could not join the packs: what lies there takes more memory or time than git has',
      );
  }
}
