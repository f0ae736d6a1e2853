import type { SshKeyHolder } from '@holdfast/contracts';
import { ConnectionShares, type ConnectionShare } from './connection-shares.js';

const holder = (id: string, company: string, share = id): SshKeyHolder => ({
  company: { uuid: `uuid of ${company}`, id: company },
  account: { uuid: `uuid of ${id}`, id },
  share,
});
const [ann, bob, cid, dan] = ['ann', 'bob', 'cid', 'dan'].map((id) => holder(id, 'acme'));
const eve = holder('eve', 'evil');

describe('the connections of an account', () => {
  let shares: ConnectionShares;
  beforeEach(() => (shares = new ConnectionShares({ account: 2, company: 5 })));

  const admitted = (...holders: SshKeyHolder[]): ConnectionShare => {
    const share = shares.admit(holders);
    if (typeof share === 'string') throw new Error(share);
    return share;
  };

  it('are so many, and others when these have ended', () => {
    const first = admitted(ann);
    admitted(ann);
    expect(shares.admit([ann])).toBe(
      'too many SSH connections of ann of acme (an account and its bots have 2 at most)',
    );
    admitted(bob);
    first.end();
    first.end();
    admitted(ann);
    expect(shares.admit([ann])).toMatch('too many');
  });

  // It was counted again, and for ever: after 64 such ends the account had no SSH until the gateway was restarted.
  it('are not counted again when their key is looked at while they end', () => {
    const first = admitted(ann);
    first.end();
    expect(first.renew([ann])).toBe(false);
    admitted(ann);
    admitted(ann);
  });

  it('are those of its bots, too', () => {
    admitted(ann);
    admitted(holder('bot', 'acme', 'ann'));
    expect(shares.admit([holder('bot', 'acme', 'ann')])).toMatch('bot of acme');
  });

  it('are no more than its company has', () => {
    for (const each of [ann, ann, bob, bob, cid]) admitted(each);
    expect(shares.admit([dan])).toBe('too many SSH connections of the company acme (it has 5 at most)');
    admitted(eve);
  });

  it('with a key that others have too are as many as the one of them has room for', () => {
    admitted(eve);
    admitted(eve);
    admitted(ann, eve);
    const last = admitted(ann, eve);
    expect(shares.admit([ann, eve])).toBe(
      'too many SSH connections of ann of acme (an account and its bots have 2 at most), ' +
        'eve of evil (an account and its bots have 2 at most)',
    );
    last.end();
    admitted(ann, eve);
  });

  it('are counted for others when their key goes over to these', () => {
    const first = admitted(ann);
    const second = admitted(ann);
    expect(first.renew([ann])).toBe(true);
    expect(first.renew([bob])).toBe(true);
    admitted(ann);
    admitted(bob);
    expect(second.renew([bob])).toBe(false);
    expect(second.renew([])).toBe(false);
    second.end();
    admitted(ann);
    expect(shares.admit([ann])).toMatch('too many');
  });
});
