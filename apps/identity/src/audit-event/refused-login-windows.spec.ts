import { RefusedLoginWindows, type RefusedLogin } from './refused-login-windows.js';

const company = '0190a000-0000-7000-8000-000000000001';
const ada = { id: 'ada', uuid: '0190a000-0000-7000-8000-000000000002', type: 'user' } as const;
const refused = (more: Partial<RefusedLogin> = {}): RefusedLogin => ({
  company,
  account: ada,
  address: '192.0.2.1',
  count: 1,
  first: 1_700_000_000_000,
  last: 1_700_000_000_000,
  ...more,
});

describe('refused logins', () => {
  let now: number;
  let windows: RefusedLoginWindows;
  beforeEach(() => {
    now = 1_000_000;
    windows = new RefusedLoginWindows({ now: () => now });
  });

  it('of one account and address are one record that counts for five minutes', () => {
    const first = windows.add(refused());
    expect(first).toMatchObject({
      operation: 'session.create',
      outcome: 'refused',
      target: ada,
      detail: { count: 1, last_at: '2023-11-14T22:13:20Z' },
    });
    expect(first.account).toBeUndefined();
    now += 299_000;
    const again = windows.add(refused({ count: 5, last: 1_700_000_299_000 }));
    expect([again.id, again.at]).toEqual([first.id, 1_700_000_000_000]);
    expect(again.detail).toEqual({ count: 6, last_at: '2023-11-14T22:18:19Z' });
    now += 2_000;
    const later = windows.add(refused());
    expect(later.id).not.toBe(first.id);
    expect(later.detail.count).toBe(1);
  });

  it('are told apart by account, address and company', () => {
    const ids = [
      refused(),
      refused({ address: '192.0.2.2' }),
      refused({ account: undefined }),
      refused({ company: '0190a000-0000-7000-8000-000000000009' }),
    ].map((each) => windows.add(each).id);
    expect(new Set(ids).size).toBe(4);
  });

  it('of logins that nobody has are counted without what was sent', () => {
    expect(windows.add(refused({ account: undefined })).target).toEqual({ type: 'account', id: '' });
  });

  it('from everywhere are few records of a company, and of another its own', () => {
    const ids = new Set<string>();
    for (let index = 0; index < 5_000; index += 1) ids.add(windows.add(refused({ address: `a${index}` })).id);
    expect(ids.size).toBe(1_001);
    expect(windows.add(refused({ address: 'a0' })).detail.count).toBe(2);
    expect(windows.add(refused({ address: 'new' }))).toMatchObject({ address: '', detail: { count: 4_001 } });
    const other = windows.add(refused({ company: '0190a000-0000-7000-8000-000000000009' }));
    expect(other.address).toBe('192.0.2.1');
  });
});
