/**
 * How often a program is asked whether it works (ms), and how often it may be looked for its answer in vain.
 * @typedef {{ every: number, most: number }} Patience
 */

/** @type {Patience} */
export const usualPatience = { every: 1_000, most: 30 };

/**
 * A program that answers what it is sent over the channel of its process.
 * @typedef {Pick<import('node:child_process').ChildProcess, 'connected' | 'send' | 'on'>} Answering
 */

/**
 * Notices that a program hangs: it has answered before, and then no more. One that has never answered is still
 * starting. Looks are counted, and not time: while the machine sleeps or all processes are stopped nobody looks, so
 * that nobody is found silent for it afterwards; and where everything is slow, so is this.
 */
export class Liveness {
  #program;
  #patience;
  #onSilence;
  #sent = 0;
  #answered = 0;
  #silent = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {Answering} program @param {Patience} patience @param {() => void} onSilence called once */
  constructor(program, patience, onSilence) {
    this.#program = program;
    this.#patience = patience;
    this.#onSilence = onSilence;
    program.on('message', (number) => {
      if (number === this.#sent) this.#answered = this.#sent;
    });
  }

  begin() {
    this.#timer = setInterval(() => this.look(), this.#patience.every).unref();
  }

  end() {
    clearInterval(this.#timer);
  }

  /** Looks for the last answer; asks again when it is there. */
  look() {
    if (this.#answered === this.#sent) return this.#ask();
    if (this.#answered > 0) this.#silent += 1;
    if (this.#silent < this.#patience.most) return;
    this.end();
    this.#onSilence();
  }

  #ask() {
    this.#silent = 0;
    if (!this.#program.connected) return;
    this.#sent += 1;
    // It may have gone meanwhile, which shows elsewhere.
    this.#program.send(this.#sent, () => {});
  }
}
