import { keptOf } from './kept.rules.js';

describe('of the backups', () => {
  const all = ['2026-01-01', '2026-01-05', '2026-01-09', '2026-01-10'].map((point) => ({ point }));
  const now = Date.parse('2026-01-10');
  const kept = (last: number, days: number): string[] =>
    keptOf(all, { last, days }, now).map(({ point }) => point.slice(-2));

  it('the last ones stay', () => {
    expect(kept(2, 0)).toEqual(['09', '10']);
    expect(kept(9, 0)).toEqual(['01', '05', '09', '10']);
  });

  it('those of the last days stay', () => {
    expect(kept(1, 5)).toEqual(['05', '09', '10']);
    expect(kept(3, 1)).toEqual(['05', '09', '10']);
  });

  it('the very last one stays in any case', () => {
    expect(kept(0, 0)).toEqual(['10']);
    expect(keptOf([{ point: '2020-01-01' }], { last: 0, days: 0 }, now)).toHaveLength(1);
  });
});
