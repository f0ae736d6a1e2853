import { jest } from '@jest/globals';
import { Hearing } from './hearing.js';
import { Telling } from './telling.js';

describe('what is heard of a service', () => {
  let hearing: Hearing;
  let heard: unknown[];
  let losses: number;

  beforeEach(() => {
    hearing = new Hearing();
    heard = [];
    losses = 0;
    hearing.on('changed', (event) => heard.push(event));
    hearing.onLost(() => (losses += 1));
  });

  const pulse = (process: string, number: number, now = 0): void =>
    hearing.hear('pulse', { process, number }, now);
  const tell = (process: string, number: number, now = 0): void =>
    hearing.hear('changed', { process, number, event: number }, now);
  const leave = (process: string, number: number, now = 0): void =>
    hearing.hear('pulse', { process, number, over: true }, now);

  it('is nothing until the first heartbeat', () => {
    expect(hearing.deaf).toBe(true);
    pulse('a', 7);
    expect(hearing.deaf).toBe(false);
    expect(losses).toBe(1);
  });

  it('is complete while the numbers follow one another', () => {
    pulse('a', 7);
    tell('a', 8);
    pulse('a', 8, 250);
    tell('a', 9, 300);
    hearing.listen(1_299);
    expect(heard).toEqual([8, 9]);
    expect(losses).toBe(1);
  });

  it('has a gap when a number is missing, which an event or a heartbeat tells', () => {
    pulse('a', 7);
    tell('a', 9);
    expect(losses).toBe(2);
    pulse('a', 10);
    expect(losses).toBe(3);
    pulse('a', 10);
    expect(losses).toBe(3);
    expect(heard).toEqual([9]);
  });

  it('begins anew with a new process, also when its first word is an event', () => {
    pulse('a', 7);
    tell('b', 1);
    expect(losses).toBe(2);
    expect(heard).toEqual([1]);
    tell('a', 8);
    tell('b', 2);
    expect(losses).toBe(2);
  });

  it('ends after a second of silence, once, and begins anew with the next word', () => {
    pulse('a', 7, 100);
    hearing.listen(1_099);
    expect([hearing.deaf, losses]).toEqual([false, 1]);
    hearing.listen(1_100);
    expect([hearing.deaf, losses]).toEqual([true, 2]);
    hearing.listen(1_200);
    expect(losses).toBe(2);
    pulse('a', 7, 1_300);
    expect([hearing.deaf, losses]).toEqual([false, 3]);
  });

  it('is lost once when one of several processes vanishes', () => {
    pulse('a', 1, 0);
    pulse('b', 1, 900);
    hearing.listen(1_000);
    expect([hearing.deaf, losses]).toEqual([false, 3]);
    pulse('b', 1, 1_800);
    hearing.listen(2_000);
    expect(losses).toBe(3);
  });

  it('is not lost when one of several processes ends in order', () => {
    pulse('a', 1);
    pulse('b', 1);
    tell('a', 2);
    leave('a', 2, 900);
    pulse('b', 1, 900);
    hearing.listen(1_800);
    expect([hearing.deaf, losses]).toEqual([false, 2]);
  });

  it('has a gap when a process ended with more than was heard', () => {
    pulse('a', 1);
    pulse('b', 1);
    leave('a', 2);
    expect(losses).toBe(3);
  });

  it('is lost once when the only process ends and its successor comes', () => {
    pulse('a', 1, 0);
    leave('a', 1, 100);
    pulse('b', 0, 600);
    hearing.listen(1_400);
    expect([hearing.deaf, losses]).toEqual([false, 2]);
  });

  it('ends when the last process has ended and nobody came', () => {
    pulse('a', 1, 0);
    leave('a', 1, 100);
    hearing.listen(1_099);
    expect([hearing.deaf, losses]).toEqual([false, 1]);
    hearing.listen(1_100);
    expect([hearing.deaf, losses]).toEqual([true, 2]);
  });

  it('ends with the connection', () => {
    pulse('a', 1);
    hearing.disconnected();
    expect([hearing.deaf, losses]).toEqual([true, 2]);
  });
});

describe('what a process tells', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is numbered, repeated by a heartbeat, and ended by a goodbye', () => {
    const sent: [string, { process: string; number: number }][] = [];
    const telling = new Telling((subject, message) => sent.push([subject, JSON.parse(message) as never]));
    telling.begin('pulse');
    telling.tell('changed', { id: 1 });
    jest.advanceTimersByTime(250);
    telling.end();
    jest.advanceTimersByTime(1_000);
    const { process } = sent[0][1];
    expect(sent).toEqual([
      ['pulse', { process, number: 0 }],
      ['changed', { process, number: 1, event: { id: 1 } }],
      ['pulse', { process, number: 1 }],
      ['pulse', { process, number: 1, over: true }],
    ]);
  });
});
