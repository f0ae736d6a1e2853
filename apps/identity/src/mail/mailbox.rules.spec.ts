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

  // Whoever had such an address used up the five links an hour of somebody in another company.
  it.each([
    'acme%2eexample',
    'acme.example/',
    'acme.example#',
    'acme.example?',
    '\uff41cme.example',
    'acme.exampl\u00ad\u00e9',
  ])('is not that to which no mail for it goes (%s)', (domain) => {
    expect(['carl@acme.example', 'carl@acme.exampl\u00e9'].map(mailboxOf)).not.toContain(
      mailboxOf(`carl@${domain}`),
    );
  });

  // Rules of the web leave out some letters, and take some for others; the mailer does neither.
  it.each(['\ufe0f', '\u034f', '\u180b', '\u{e0100}', '\u00ad', '\u200d', '\u0345'])(
    'is not that of a domain without a letter that is not seen, or with one for another (%j)',
    (letter) => {
      const others = ['acme.example', 'acme\u03b9.example'];
      expect(others.map((domain) => mailboxOf(`carl@${domain}`))).not.toContain(
        mailboxOf(`carl@acme${letter}.example`),
      );
    },
  );

  it('is the same for each part of a domain in either form', () => {
    const all = ['a@münchen.bücher.de', 'a@xn--mnchen-3ya.bücher.de', 'a@xn--mnchen-3ya.xn--bcher-kva.de'];
    expect(new Set(all.map(mailboxOf)).size).toBe(1);
  });

  it('is no address of the network that is written in another way', () => {
    expect(new Set(['a@127.0.0.1', 'a@0x7f.1', 'a@2130706433', 'a@\u0661.1'].map(mailboxOf)).size).toBe(4);
  });
});
