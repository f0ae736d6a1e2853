/** Where one question stands until `leave`. */
export interface QuestionPlace {
  space: Buffer;
  leave(): void;
}

/** Lets long questions in one after another, by their order, and all into the same memory. */
export class LongQuestions {
  private last: Promise<void> = Promise.resolve();
  private space = Buffer.alloc(0);

  /** A place for so many bytes. Nothing may look at it once it has been left. */
  async enter(bytes: number): Promise<QuestionPlace> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise((resolve) => (leave = resolve));
    await before;
    // Larger by leaps: what is given up is not collected at once.
    if (this.space.length < bytes) this.space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    return { space: this.space.subarray(0, bytes), leave };
  }
}
