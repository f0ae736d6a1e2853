import { isNewEnough } from './nats-server.mjs';

describe('the broker on PATH', () => {
  it.each([
    ['nats-server: v2.9.10', false],
    ['nats-server: v2.10.27', true],
    ['nats-server: v3.0.1', true],
    ['', false],
  ])('of version %j is taken: %s', (text, taken) => {
    expect(isNewEnough(text)).toBe(taken);
  });
});
