import type { SshKeyHolder } from '@holdfast/contracts';
import { HeldKey } from './held-key.js';
import type { HoldersNow } from './holders-now.js';
import type { Traffic } from './traffic.js';

const holder = (id: string): SshKeyHolder => ({
  company: { uuid: 'acme', id: 'acme' },
  account: { uuid: id, id },
  share: id,
});
const told = (...tags: string[]): ReadonlySet<string> => new Set(tags);

describe('the key of a connection', () => {
  let asked: number;
  let again: number;
  let now: SshKeyHolder[];
  let key: HeldKey;
  beforeEach(() => {
    [asked, again, now] = [0, 0, [holder('ann')]];
    const holders = { of: () => ((asked += 1), Promise.resolve(now)) } as unknown as HoldersNow;
    const share = { renew: () => true, end: () => undefined };
    const traffic = { countFor: () => undefined } as unknown as Traffic;
    const known = { fingerprint: 'key', holders: now, isProved: true };
    key = new HeldKey(known, { holders, share, traffic, again: () => (again += 1) });
  });

  it('is judged where its account, its company, or anything may have changed', () => {
    expect(key.changed(told('account:bob', 'company:other', 'project:ann'))).toBe(false);
    for (const change of [told('account:bob', 'account:ann'), told('company:acme'), undefined])
      expect(key.changed(change)).toBe(true);
  });

  it('is asked about only where something was told, and ends where nobody has it', async () => {
    expect([await key.isStillHeld(), asked]).toEqual([true, 0]);
    key.changed(undefined);
    expect([await key.isStillHeld(), await key.isStillHeld(), asked]).toEqual([true, true, 1]);
    now = [];
    key.changed(undefined);
    expect(await key.isStillHeld()).toBe(false);
  });

  it('is asked about once more where others have it now: they may have lost it meanwhile', async () => {
    key.changed(told('account:ann'));
    now = [holder('bob')];
    const judged = key.isStillHeld();
    expect(key.changed(told('account:bob'))).toBe(false);
    expect([await judged, key.holders, again]).toEqual([true, [holder('bob')], 1]);
    now = [];
    expect(await key.isStillHeld()).toBe(false);
  });
});
