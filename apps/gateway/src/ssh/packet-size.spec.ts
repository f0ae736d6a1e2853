import { takesPackets } from './packet-size.js';

describe('a channel', () => {
  it.each([
    [{ packetSize: 32_768 }, true],
    [{ packetSize: 4_096 }, true],
    [{ packetSize: 4_095 }, false],
    [{ packetSize: 1 }, false],
    [{ packetSize: 0 }, false],
    [{}, false],
    [undefined, false],
  ])('that says %j of itself takes packets: %s', (outgoing, takes) =>
    expect(takesPackets({ outgoing })).toBe(takes),
  );
});
