import type { SshKeyHolder } from '@holdfast/contracts';
import type { Sessions } from '../session/sessions.js';
import { ConnectionShares } from './connection-shares.js';
import { greeting } from './greeting.js';
import { KeyHolders } from './key-holders.js';

const ctx = { requestId: 'test', deadline: 0 };
const ann: SshKeyHolder = {
  company: { uuid: 'uuid of acme', id: 'acme' },
  account: { uuid: 'uuid of ann', id: 'ann' },
  share: 'ann',
};

describe('the holders of a key', () => {
  const holdersOf = (fingerprint: string, more?: boolean): Promise<SshKeyHolder[]> => {
    const told = { holders: [ann], ...(more ? { more } : {}) };
    const sessions = { holdersOf: () => Promise.resolve(told) } as unknown as Sessions;
    return new KeyHolders(sessions).of(fingerprint, ctx);
  };

  it('are those who are told, where these are all', async () => {
    expect(await holdersOf('SHA256:one')).toEqual([ann]);
  });

  it('have connections though those who are told have no room, as many as one account', async () => {
    const shares = new ConnectionShares({ account: 2, company: 5 });
    for (let count = 0; count < 2; count += 1) expect(typeof shares.admit([ann])).toBe('object');
    expect(shares.admit(await holdersOf('SHA256:one'))).toMatch('too many SSH connections of ann of acme');
    const many = await holdersOf('SHA256:two', true);
    for (let count = 0; count < 2; count += 1) expect(typeof shares.admit(many)).toBe('object');
    expect(shares.admit(many)).toMatch('accounts of other companies');
    expect(typeof shares.admit(await holdersOf('SHA256:three', true))).toBe('object');
  });

  it('are greeted, and told that there are more', async () => {
    expect(greeting(await holdersOf('SHA256:two', true), [])).toMatch(
      'Hello ann of acme, accounts of other companies!',
    );
  });
});
