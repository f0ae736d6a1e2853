// Milliseconds.
const least = 250;
const most = 10_000;
const healthyAfter = 10_000;

/** How long to wait before a program that has died is started again: longer each time, until it was healthy. */
export class RestartDelay {
  #next = least;

  /**
   * Answers the milliseconds to wait.
   * @param {number} healthy milliseconds for which it worked before it died
   */
  after(healthy) {
    const delay = healthy >= healthyAfter ? least : this.#next;
    this.#next = Math.min(delay * 2, most);
    return delay;
  }
}
