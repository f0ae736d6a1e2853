import { loopShare } from '@holdfast/kernel';

/**
 * Takes what `git rev-list --timestamp` says apart, piece by piece: a line `<time> <id>` of each commit, the time by
 * which git lists it (seconds since 1970; to git none is before). There may be millions: others have the event loop
 * between two pieces. `take` says whether it wants more; the id is a part of a long text.
 */
export class ListedTimes {
  private rest = '';

  constructor(private readonly take: (id: string, at: number) => boolean) {}

  /** False: no more is wanted. */
  async read(piece: Buffer): Promise<boolean> {
    if (loopShare.isOver) await loopShare.pass();
    const lines = (this.rest + piece.toString('latin1')).split('\n');
    // What has no end of a line is not all here.
    this.rest = lines.pop() ?? '';
    return lines.every((line) => {
      const end = line.indexOf(' ');
      return this.take(line.slice(end + 1), Number(line.slice(0, end)));
    });
  }
}
