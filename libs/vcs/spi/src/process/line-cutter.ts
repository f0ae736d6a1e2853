/** Of a longer line the rest is left out (characters). */
const usualLongest = 1_000;

/**
 * Cuts a text into lines as its pieces come; each piece is looked at once, however long a line is. What is written
 * over, up to a carriage return, is a line, too, unless `ends` says otherwise.
 */
export class LineCutter {
  /** Of the line that has begun. */
  private pieces: string[] = [];
  private length = 0;

  constructor(
    private readonly take: (line: string) => void,
    private readonly longest = usualLongest,
    private readonly ends: string | RegExp = /[\r\n]/,
  ) {}

  hear(text: string): void {
    const [first, ...others] = text.split(this.ends);
    this.begin(first);
    for (const next of others) {
      this.end();
      this.begin(next);
    }
  }

  /** What has no end is a line, too, unless it is empty. */
  end(): void {
    const line = this.pieces.length === 1 ? this.pieces[0] : this.pieces.join('');
    this.pieces = [];
    this.length = 0;
    if (line !== '') this.take(line);
  }

  private begin(text: string): void {
    if (text === '' || this.length >= this.longest) return;
    const kept = text.slice(0, this.longest - this.length);
    this.pieces.push(kept);
    this.length += kept.length;
  }
}
