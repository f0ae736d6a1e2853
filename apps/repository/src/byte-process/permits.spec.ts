import { permitUses, sealOf, writtenExchange, type ReadPermit } from '@holdfast/contracts';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { Permits } from './permits.js';

const first = { method: 'GET', path: '/advertise', headers: { 'git-protocol': 'version=2' } };
const granted: TransferGrant = {
  kind: 'git',
  service: 'upload-pack',
  exchange: first,
  directory: '/d',
  repository: 'u',
  principal: undefined,
  requestId: 'first',
  owner: { company: 'c', account: 'a' },
};
const exchange = writtenExchange({ headers: {}, requestId: 'next' });
const next = { method: 'POST', path: '/rpc', exchange };

/** What whoever has the permit says. */
const sealed = (permit: ReadPermit, number: number, request = next): string =>
  `${permit.name}.${number}.${sealOf(permit, number, request)}`;

describe('a permit', () => {
  let now = 0;
  let permits: Permits;
  let permit: ReadPermit;
  beforeEach(() => {
    permits = new Permits(vcsKinds, () => now);
    permit = permits.issue(granted);
  });

  it('opens the reads that follow, as the first was opened, each with headers of its own', () => {
    expect(permits.redeem(sealed(permit, 0), next)).toEqual({
      ...granted,
      exchange: { method: 'POST', path: '/rpc', headers: {} },
      requestId: 'next',
    });
    expect(permits.redeem(sealed(permit, 7), next)).toBeDefined();
  });

  it('is good once for each number, of which there are so many', () => {
    for (const number of [5, 0, permitUses - 1]) {
      expect(permits.redeem(sealed(permit, number), next)).toBeDefined();
      expect(permits.redeem(sealed(permit, number), next)).toBeUndefined();
    }
    for (const number of [permitUses, -1, 0.5, 1e4, NaN])
      expect(permits.redeem(sealed(permit, number), next)).toBeUndefined();
  });

  it('opens nothing but what was sealed with its secret, which nobody sees on the way', () => {
    const use = sealed(permit, 0);
    expect(use).not.toContain(permit.secret);
    const other = writtenExchange({ headers: { 'git-protocol': 'version=1' }, requestId: 'next' });
    for (const request of [
      { ...next, method: 'GET' },
      { ...next, path: '/advertise' },
      { ...next, exchange: other },
    ])
      expect(permits.redeem(use, request)).toBeUndefined();
    const [, , seal] = use.split('.');
    const forged = { name: permit.name, secret: '0'.repeat(64) };
    const second = permits.issue(granted);
    for (const wrong of [
      sealed(forged, 0),
      `${permit.name}.1.${seal}`,
      `${second.name}.0.${seal}`,
      `${permit.name}.00.${seal}`,
      `${permit.name}.0.${seal}x`,
      `__proto__.0.${seal}`,
      permit.name,
      '',
    ])
      expect(permits.redeem(wrong, next)).toBeUndefined();
    // None of that used it up.
    expect(permits.redeem(use, next)).toBeDefined();
  });

  it('opens reads of its own sort only, whatever was sealed', () => {
    for (const [at, request] of [
      { ...next, path: '/session' },
      { ...next, path: `/lfs/objects/${'a'.repeat(64)}`, method: 'GET' },
      { ...next, method: 'DELETE' },
    ].entries())
      expect(permits.redeem(sealed(permit, at, request), request)).toBeUndefined();
    const pushing = permits.issue({ ...granted, service: 'receive-pack', writes: true });
    expect(permits.redeem(sealed(pushing, 0), next)).toBeUndefined();
    const unknown = permits.issue({ ...granted, kind: 'toy' });
    expect(permits.redeem(sealed(unknown, 0), next)).toBeUndefined();
  });

  it('is used for a second, however often', () => {
    expect(permits.areInUse).toBe(true);
    now += 999;
    permits.redeem(sealed(permit, 0), next);
    expect(permits.areInUse).toBe(true);
    now += 1;
    expect([permits.areInUse, new Permits(vcsKinds, () => now).areInUse]).toEqual([false, false]);
  });

  it('lasts five seconds, is then forgotten, and is nothing to another process', () => {
    now += 4_999;
    expect(permits.redeem(sealed(permit, 0), next)).toBeDefined();
    now += 1;
    expect(permits.redeem(sealed(permit, 1), next)).toBeUndefined();
    permits.issue(granted);
    expect(permits.size).toBe(1);
    const replaced = new Permits(vcsKinds, () => now);
    expect(replaced.redeem(sealed(permits.issue(granted), 0), next)).toBeUndefined();
  });
});
