import { DomainError, loopShare } from '@holdfast/kernel';

/** What is written in one go (characters), whoever else waits for the event loop. Most answers are shorter. */
const atOnce = 128 * 1024;

/** Writes the objects of one answer as JSON, so that a long answer leaves the event loop to others between them. */
export class Writer {
  private characters = 0;

  /** `deadline`: milliseconds since the epoch, as long as anybody waits for the answer. */
  constructor(private readonly deadline = Infinity) {}

  /** How many characters it has written. */
  get written(): number {
    return this.characters;
  }

  text(object: object): string {
    const text = JSON.stringify(object);
    this.characters += text.length;
    return text;
  }

  /** The texts of the first objects that take up to `most` bytes with their line ends, but always of the first one. */
  async leading(objects: readonly object[], most: number): Promise<string[]> {
    const texts: string[] = [];
    let bytes = 0;
    for (const object of objects) {
      const pause = this.pause();
      if (pause) await pause;
      const text = this.text(object);
      bytes += Buffer.byteLength(text) + 1;
      if (texts.length > 0 && bytes > most) break;
      texts.push(text);
    }
    return texts;
  }

  /**
   * What to wait for before the next object is written; undefined: nothing. It fails when nobody waits for the answer
   * any more: with a DomainError, `unavailable`.
   */
  pause(): Promise<void> | undefined {
    return this.characters > atOnce && loopShare.isOver ? this.others() : undefined;
  }

  private async others(): Promise<void> {
    await loopShare.pass();
    if (Date.now() > this.deadline) throw DomainError.unavailable('the deadline has passed');
  }
}
