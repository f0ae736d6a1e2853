import { nextLook } from './mirror-pace.rules.js';
import type { RemoteRow } from '../remote/remote.entity.js';

describe('a mirror that does not work', () => {
  const looks = (mirror: Pick<RemoteRow, 'direction' | 'interval'>) =>
    [1, 2, 3, 9, 10, 5_000].map((failures) => nextLook(mirror, failures));

  it('is tried again later and later, at least four times a day', () => {
    expect(looks({ direction: 'push', interval: 300 })).toEqual([60, 120, 240, 15_360, 21_600, 21_600]);
  });

  it('is not looked at more often than it is when it works', () => {
    expect(looks({ direction: 'pull', interval: 3_600 })).toEqual([
      3_600, 3_600, 3_600, 15_360, 21_600, 21_600,
    ]);
    expect(looks({ direction: 'pull', interval: 86_400 })).toEqual(Array(6).fill(86_400));
  });
});
