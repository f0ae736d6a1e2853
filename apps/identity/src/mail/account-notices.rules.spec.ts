import { leadsNowhere, noticeMail, noticesOf } from './account-notices.rules.js';

const account = { passwordHash: 'one', email: 'ada@example.com', companyAdmin: false };

describe('what is told by mail', () => {
  it('are a new password, a new address and a new company admin', () => {
    expect(noticesOf(account, { ...account })).toEqual([]);
    expect(noticesOf(account, { passwordHash: 'two', email: 'a@b.example', companyAdmin: true })).toEqual([
      'password',
      'email',
      'company_admin',
    ]);
    expect(noticesOf({ ...account, companyAdmin: true }, account)).toEqual([]);
    expect(noticesOf(undefined, account)).toEqual([]);
    expect(noticesOf(undefined, { ...account, companyAdmin: true })).toEqual(['company_admin']);
  });

  it.each([
    ['password', 'The password of the account ada was changed.'],
    ['email', 'The e-mail address of the account ada was changed. This mail goes to the previous one only.'],
    ['ssh_key', 'The account ada has a new SSH key.'],
    ['bot_key', 'The bot ada has a new account key.'],
    ['company_admin', 'The account ada is a company admin now.'],
  ] as const)('of a change of %s is one sentence, and what to do about it', (notice, sentence) => {
    const { text } = noticeMail(
      'a@b.example',
      notice,
      { id: 'ada' },
      { company: 'acme', by: 'eve' },
      'today',
    );
    expect(text).toBe(
      `${sentence}\n\ncompany  acme\nby       eve\ntime     today\n\n` +
        'If nobody should have done this, tell an admin of your company.\n',
    );
  });

  it('says what, by whom, from where and when', () => {
    const cause = { company: 'acme', by: 'admin', address: '192.0.2.1' };
    const mail = noticeMail('ada@example.com', 'password', { id: 'ada' }, cause, '2026-11-20T07:22:47Z');
    expect(mail.to).toBe('ada@example.com');
    expect(mail.subject).toBe('A change of ada of acme');
    for (const part of ['password of the account ada', 'admin', '192.0.2.1', '2026-11-20T07:22:47Z'])
      expect(mail.text).toContain(part);
    expect(
      noticeMail('a@b.example', 'ssh_key', { id: 'ada' }, { company: 'acme', by: 'ada' }, '').text,
    ).not.toContain('from');
  });

  it('goes to no address that leads nowhere', () => {
    expect(['', 'admin@acme.invalid', 'ada@example.com'].map(leadsNowhere)).toEqual([true, true, false]);
  });
});
