import { Api, must } from '../clients/api.js';
import { mailsTo, mailTo } from '../clients/mail.js';
import { unique } from '../scratch.js';
import { newCompany, newUser, type Person } from '../world.js';

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd';

describe('Mail to the holder of an account', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await newCompany();
  });

  const addressOf = (id: string): string => `${id}@example.org`;
  const change = (person: Person, body: object) => must(admin.api.put(`/users/${person.id}`, body));

  /** The token of a link that was asked for and has come. */
  const linkOf = async (person: Person): Promise<string> => {
    const address = addressOf(person.id);
    await must(new Api().post('/account/password_recoveries', { email: address }), 201);
    const mail = await mailTo(address, 'password_recoveries/');
    return /password_recoveries\/([0-9a-f]{64})/.exec(mail)?.[1] ?? '';
  };
  const use = async (token: string): Promise<number> =>
    (await new Api().put(`/account/password_recoveries/${token}`, { password: 'Stolen4Knots' })).status;

  describe('that carries a link for a new password', () => {
    it.each([
      ['address', { email: `${unique('elsewhere')}@example.org` }],
      ['password', { password: 'Another4Knots' }],
    ])('opens nothing after a change of the %s', async (_what, body) => {
      const person = await newUser(admin);
      const token = await linkOf(person);
      await change(person, body);
      expect((await new Api().get(`/account/password_recoveries/${token}`)).status).toBe(404);
      expect(await use(token)).toBe(404);
    });

    it('works after a change of anything else', async () => {
      const person = await newUser(admin);
      const token = await linkOf(person);
      await change(person, { first_name: 'Mia', email: addressOf(person.id) });
      expect(await use(token)).toBe(200);
      await mailTo(addressOf(person.id), `The password of the account ${person.id} was changed`);
    });
  });

  it('tells of a new address at the previous one only, without the new one', async () => {
    const person = await newUser(admin);
    const elsewhere = addressOf(unique('elsewhere'));
    await change(person, { email: elsewhere, password: 'Another4Knots' });
    const mail = await mailTo(addressOf(person.id), `e-mail address of the account ${person.id} was changed`);
    await mailTo(addressOf(person.id), `The password of the account ${person.id} was changed`);
    expect(mail).toContain(`by       ${admin.id}`);
    expect(mail).not.toContain(elsewhere);
    expect(await mailsTo(elsewhere)).toEqual([]);
  });

  it('comes twenty times an hour of one kind and no more, however often an address is changed', async () => {
    const person = await newUser(admin);
    const addresses = [addressOf(person.id), addressOf(unique('elsewhere'))];
    for (let time = 1; time <= 24; time += 1)
      await must(person.api.put('/users/me', { email: addresses[time % 2] }));
    await change(person, { password: 'Another4Knots' });
    await mailTo(addresses[0], `The password of the account ${person.id} was changed`);
    const mails = (await Promise.all(addresses.map(mailsTo))).flat();
    const told = mails.filter((mail) => mail.includes('The e-mail address of the account'));
    expect(told).toHaveLength(20);
  });

  it('tells of new keys: of an SSH key, and to its owner of a bot’s', async () => {
    const person = await newUser(admin);
    const address = addressOf(person.id);
    await must(person.api.post('/account/ssh_keys', { title: 'one', content: sshKey }), 201);
    await mailTo(address, `The account ${person.id} has a new SSH key`);
    const id = unique('bot');
    const made = await must(person.api.post('/bots', { id }), 201);
    const first = await mailTo(address, `The bot ${id} has a new account key`);
    const { account_key } = await must(person.api.post(`/bots/${id}/actions/replace_key`), 201);
    const second = await mailTo(address, `The bot ${id} has a new account key`, 2);
    expect(first + second).not.toMatch(new RegExp(`${String(made.account_key)}|${String(account_key)}`));
  });

  it('tells the company’s other admins of a new one, and nobody of a login', async () => {
    const other = await newUser(admin, { company_admin: true });
    const person = await newUser(admin);
    await change(person, { company_admin: true });
    for (const address of [other, person].map(({ id }) => addressOf(id)))
      await mailTo(address, `The account ${person.id} is a company admin now`);
    const quiet = await newUser(admin);
    await must(quiet.api.get('/users/me'));
    expect(await mailsTo(addressOf(quiet.id))).toEqual([]);
  });
});
