import { EventEmitter } from 'node:events';
import { Liveness } from './liveness.mjs';

/** @import { Answering } from './liveness.mjs' */

describe('a program that is asked whether it works', () => {
  /** @type {number[]} */
  let asked;
  let replaced = 0;
  /** @type {EventEmitter} */
  let program;
  /** @type {Liveness} */
  let liveness;
  beforeEach(() => {
    asked = [];
    replaced = 0;
    const made = Object.assign(new EventEmitter(), {
      connected: true,
      send: (/** @type {number} */ number) => asked.push(number),
    });
    program = made;
    const answering = /** @type {Answering} */ (/** @type {unknown} */ (made));
    liveness = new Liveness(answering, { every: 1_000, most: 30 }, () => (replaced += 1));
  });

  /** @param {number} times */
  const look = (times) => {
    for (let left = times; left > 0; left -= 1) liveness.look();
  };
  const answer = () => program.emit('message', asked.at(-1));

  it('is asked again when it has answered, and not before', () => {
    look(3);
    expect(asked).toEqual([1]);
    answer();
    look(3);
    expect(asked).toEqual([1, 2]);
  });

  it('is replaced once it has been silent for thirty looks', () => {
    look(1);
    answer();
    look(30);
    expect(replaced).toBe(0);
    look(1);
    expect(replaced).toBe(1);
  });

  it('is not while its answers are late', () => {
    for (let round = 0; round < 5; round += 1) {
      look(30);
      answer();
    }
    expect(replaced).toBe(0);
  });

  it('is not while it starts, however long that takes', () => {
    look(10_000);
    expect(replaced).toBe(0);
  });

  it('answers with what it was asked', () => {
    look(1);
    answer();
    look(1);
    program.emit('message', 'something else');
    program.emit('message', 1);
    look(30);
    expect(replaced).toBe(1);
  });
});
