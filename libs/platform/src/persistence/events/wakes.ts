/** Lets a loop sleep until there is something to do. */
export class Wakes {
  private woken = false;
  private rouse: (() => void) | undefined;

  wake(): void {
    this.woken = true;
    this.rouse?.();
  }

  /** Resolves when `wake` is called, or has been since the last time; at the latest after so many milliseconds. */
  async within(milliseconds: number): Promise<void> {
    if (!this.woken) await this.pause(milliseconds, (done) => (this.rouse = done));
    this.rouse = undefined;
    this.woken = false;
  }

  /** Resolves after so many milliseconds. */
  pause(milliseconds: number, early?: (done: () => void) => void): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      early?.(() => {
        clearTimeout(timer);
        done();
      });
    });
  }
}
