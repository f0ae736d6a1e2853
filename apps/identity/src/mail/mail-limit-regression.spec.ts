import { MailLimit } from './mail-limit.js';

// One count of a mailbox was for all: somebody gave himself the address of another in another spelling, asked for links
// or had keys made, and the other one got no link, and no notice, for the rest of the hour.
describe('what is sent in an hour', () => {
  const account = (uuid: string, email: string, companyUuid = 'acme') => ({ uuid, companyUuid, email });
  const ada = account('ada', 'ada@x.org');
  const sent = (limit: MailLimit, of: ReturnType<typeof account>, times = 100): number =>
    Array.from({ length: times }, () => limit.take(of)).filter(Boolean).length;

  it('is to an account so much, whatever its address becomes', () => {
    const limit = new MailLimit(5);
    expect(sent(limit, ada)).toBe(5);
    expect(sent(limit, account('ada', 'other@x.org'))).toBe(0);
  });

  it('is not taken from an account by others of its company that write its address in another way', () => {
    const limit = new MailLimit(5);
    for (const [at, email] of ['ada@x.org.', 'ada@x。org', 'ada@x.org。', 'ada@x．org'].entries())
      expect(sent(limit, account(`evil${at}`, email))).toBe(5);
    expect(sent(limit, ada)).toBe(5);
  });

  it('is not taken from an account by others of another company', () => {
    const limit = new MailLimit(5);
    for (const [at, email] of ['Ada@x.org', 'ada@x.org.'].entries())
      expect(sent(limit, account(`evil${at}`, email, 'beta'))).toBe(5);
    expect(sent(limit, ada)).toBe(5);
  });

  it('is to an address no more for many accounts, and to a mailbox as much as for five', () => {
    const limit = new MailLimit(5);
    const ends = ['', '.', '。', '．', '｡'];
    const all = ends.flatMap((end, at) =>
      [`ada@x.org${end}`, `ada@x。org${end}`].flatMap((email, way) =>
        [1, 2].map((n) => sent(limit, account(`${at} ${way} ${n}`, email))),
      ),
    );
    expect(all.reduce((sum, count) => sum + count)).toBe(25);
    expect(all.slice(0, 4)).toEqual([5, 0, 5, 0]);
  });

  it('is counted by its sort', () => {
    const limit = new MailLimit(1);
    expect([limit.take(ada, 'key'), limit.take(ada, 'password'), limit.take(ada, 'key')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
