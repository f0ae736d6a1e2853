import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStore } from '../account/account.store.js';
import type { RecoveryMail } from './recovery-mail.js';
import { RecoveryRequests } from './recovery-requests.js';

const minute = 60_000;

describe('requests for a link', () => {
  let asked: string[];
  let sent: string[];
  /** Ends the question to the database that is under way. */
  let found: (accounts: { account: object; company: string }[]) => void;
  let requests: RecoveryRequests;
  beforeEach(() => {
    [asked, sent] = [[], []];
    found = () => undefined;
    const accounts = {
      findAddress: (email: string) => {
        asked.push(email);
        return new Promise((resolve) => (found = resolve));
      },
    } as unknown as AccountStore;
    const mail = {
      recover: ({ uuid }: { uuid: string }, company: string) =>
        Promise.resolve(void sent.push(`${uuid} ${company}`)),
    } as unknown as RecoveryMail;
    requests = new RecoveryRequests(accounts, mail, { recoveryBudget: 100 });
  });

  const ask = (client: string, email: string, now = 1_000_000): number => requests.ask(client, email, now);
  const answer = async (...accounts: string[]): Promise<void> => {
    const rows = accounts.map((uuid) => ({ uuid, companyUuid: 'acme', email: `${uuid}@x.org` }));
    found(rows.map((account) => ({ account, company: 'acme' })));
    await sleep(0);
  };

  it('are looked up one at a time, and one that waits stands for all of its address', async () => {
    for (const email of ['a@x.org', 'b@x.org', 'b@x.org', 'c@x.org']) ask('192.0.2.1', email);
    ask('192.0.2.2', 'b@x.org');
    expect(asked).toEqual(['a@x.org']);
    await answer('ada');
    await answer();
    await answer('cleo');
    expect([asked, sent]).toEqual([
      ['a@x.org', 'b@x.org', 'c@x.org'],
      ['ada acme', 'cleo acme'],
    ]);
  });

  it('wait up to fifty of a client and five hundred of all; those of others wait then too', async () => {
    for (let client = 0; client < 12; client += 1)
      for (let time = 0; time < 60; time += 1)
        expect(ask(`192.0.${client}.2`, `${client}-${time}@x.org`)).toBe(0);
    for (let time = 0; time < 700; time += 1) await answer();
    expect(asked).toHaveLength(501);
    expect(asked.filter((email) => email.startsWith('1-'))).toHaveLength(50);
    ask('198.51.100.2', 'late@x.org');
    expect(asked).toContain('late@x.org');
  });

  it('wait up to a hundred of a network, whatever addresses it has', async () => {
    for (let n = 0; n < 600; n += 1) ask(`2001:db8:7:${n.toString(16)}::/64`, `${n}@x.org`);
    ask('192.0.2.50', 'other@x.org');
    await answer();
    await answer();
    expect(asked).toContain('other@x.org');
    for (let time = 0; time < 300; time += 1) await answer();
    expect(asked).toHaveLength(102);
  });

  it('are so many of a client in five minutes, whoever has the addresses; then it is told how long it waits', () => {
    const answers = Array.from({ length: 101 }, (_, time) => ask('192.0.2.1', `${time % 3}@x.org`));
    expect(answers).toEqual([...Array<number>(100).fill(0), 300]);
    expect(ask('192.0.2.1', 'a@x.org', 1_000_000 + minute)).toBe(240);
    expect(ask('192.0.2.2', 'a@x.org')).toBe(0);
    expect(ask('192.0.2.1', 'a@x.org', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('bring five mails an hour to one account', async () => {
    for (let time = 0; time < 7; time += 1) {
      ask('192.0.2.1', 'a@x.org');
      await answer('ada');
    }
    expect(sent).toHaveLength(5);
  });
});
