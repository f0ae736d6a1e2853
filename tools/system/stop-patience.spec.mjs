import { stopPatience } from './stop-patience.mjs';

/** @param {string} [drain] */
const running = (drain) => ({
  ...{ door: '', environment: {}, embedded: { database: true, broker: true } },
  services: { identity: {}, repository: { HOLDFAST_DRAIN_SECONDS: drain }, artifact: {}, gateway: {} },
  nodes: { 'node-1': '/a', 'node-2': '/b' },
});

describe('the patience with what is stopped', () => {
  it('is that of all parts, one after the other', () => {
    expect(stopPatience(undefined)).toEqual({ part: 15_000, database: 30_000, all: 100_000 });
    expect(stopPatience(running())).toEqual({ part: 15_000, database: 30_000, all: 115_000 });
  });

  // After 90 seconds the supervisor was killed, and a second signal broke off what it had given time.
  it('knows how long transfers have, as that was said at the start', () => {
    expect(stopPatience(running('600'))).toEqual({ part: 610_000, database: 30_000, all: 3_090_000 });
  });
});
