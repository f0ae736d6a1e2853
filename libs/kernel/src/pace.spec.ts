import { Pace } from './pace.js';

describe('the pace of a transfer', () => {
  let now = 0;
  const pace = (): Pace => new Pace(() => now);
  beforeEach(() => (now = 0));

  it('is not judged in the first seconds', () => {
    const young = pace();
    now = 9_000;
    expect(young.isSlow(0)).toBe(false);
  });

  it('is slow below a kibibyte a second, and no longer when more comes', () => {
    const one = pace();
    now = 10_000;
    expect(one.isSlow(10)).toBe(true);
    now = 11_000;
    expect(one.isSlow(20)).toBe(true);
    expect(one.isSlow(20_000)).toBe(false);
    now = 20_000;
    expect(one.isSlow(30_000)).toBe(false);
  });

  it('is judged by the present, not by what was', () => {
    const one = pace();
    now = 10_000;
    expect(one.isSlow(10_000_000)).toBe(false);
    now = 20_000;
    expect(one.isSlow(10_000_100)).toBe(true);
  });
});
