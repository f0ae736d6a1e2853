import { mailboxOf } from './mailbox.rules.js';

describe('the mailbox of an address', () => {
  // Each spelling had five mails an hour of its own.
  it.each([
    'VIC@SUB.stranger.example',
    'vic@sub.stranger.example.',
    'vic@sub\u3002stranger\uff0eexample',
    'vic@sub\uff61stranger.example\u3002',
  ])('is the same however it is written (%s)', (email) => {
    expect(mailboxOf(email)).toBe('vic@sub.stranger.example');
  });

  it('has a domain in the form of DNS', () => {
    expect(mailboxOf('a@München.de')).toBe(mailboxOf('a@xn--mnchen-3ya.de'));
  });

  it('is another one for another name or domain, and for what is no domain', () => {
    const all = ['a@x.example', 'b@x.example', 'a@y.example', 'a@x..example', 'a@xn--a', 'a@xn--b', 'a', ''];
    expect(new Set(all.map(mailboxOf)).size).toBe(all.length);
  });
});
