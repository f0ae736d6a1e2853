import { ownText } from '@holdfast/kernel';

/** So many ids are one text. */
const atOnce = 10_000;

/** Ids of objects as git is asked about them, in texts of some thousands: each by itself takes twice the memory. */
export class IdTexts {
  count = 0;
  private readonly whole: string[] = [];
  private begun: string[] = [];

  /** The id may be a part of a longer text, of which nothing is kept. */
  add(id: string): void {
    this.count += 1;
    this.begun.push(`${ownText(id)}\n`);
    if (this.begun.length < atOnce) return;
    this.whole.push(this.begun.join(''));
    this.begun = [];
  }

  /** Each with how many of all ids are in it and those before it (0 to 1). */
  *texts(): Generator<{ text: string; share: number }> {
    for (const [at, text] of this.whole.entries()) yield { text, share: ((at + 1) * atOnce) / this.count };
    if (this.begun.length > 0) yield { text: this.begun.join(''), share: 1 };
  }
}
