import type { AccountType, BotScope, GroupScope, Principal } from '@holdfast/kernel';
import { asksForOwner, may } from './privilege.rules.js';

const caller = (type: AccountType, companyAdmin = false): Principal => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type, email: '', name: '' },
  companyAdmin,
  credential: '',
});
const group = (more: Partial<GroupScope> = {}): GroupScope => ({
  ...{ uuid: 'g', id: 'g', visibility: 'private', deleted: false },
  ...more,
});
const [user, collaborator, bot, admin] = [
  caller('user'),
  caller('collaborator'),
  caller('bot'),
  caller('user', true),
];

describe('privileges on accounts', () => {
  it('let those look who see people, and everybody at himself', () => {
    const look = (who: Principal, self?: boolean) => may('account.read', who, { self });
    expect([user, collaborator, bot, admin].map((who) => look(who))).toEqual([true, false, false, true]);
    expect([collaborator, bot].map((who) => look(who, true))).toEqual([true, true]);
    expect(look(collaborator, false)).toBe(false);
  });

  it('let only company admins delete one', () => {
    expect(may('account.delete', user, { self: true })).toBe(false);
    expect(may('account.delete', admin)).toBe(true);
  });

  it('ask for an owner where bots are managed and changed only', () => {
    expect(asksForOwner('bot.manage')).toBe(true);
    expect(asksForOwner('bot.update')).toBe(true);
    expect(asksForOwner('bot.create')).toBe(false);
  });
});

describe('privileges on what a bot has', () => {
  const of = (more: Partial<BotScope> = {}): { bot: BotScope } => ({
    bot: { uuid: 'b', id: 'b', deleted: false, companyAdmin: false, owner: 'x', ...more },
  });

  it('hold for company admins, its owner and itself', () => {
    const held = (who: Principal, more?: Partial<BotScope>) => may('bot.keys', who, of(more));
    expect([held(admin), held(user), held(collaborator), held(bot)]).toEqual([true, false, false, false]);
    expect(held(user, { owner: 'a' })).toBe(true);
    expect(held(user, { owner: undefined })).toBe(false);
    expect(held(bot, { uuid: 'a' })).toBe(true);
    expect(may('bot.keys', user)).toBe(false);
  });

  it('hold for company admins and itself only where it is one', () => {
    expect(may('bot.keys', user, of({ owner: 'a', companyAdmin: true }))).toBe(false);
    expect(may('bot.keys', bot, of({ uuid: 'a', companyAdmin: true }))).toBe(true);
    expect(may('bot.keys', admin, of({ companyAdmin: true }))).toBe(true);
  });
});

describe('privileges on groups', () => {
  it('let those look who may know of one, and nobody where there is none', () => {
    expect(may('group.read', user, { group: group({ visibility: 'public' }) })).toBe(true);
    expect(may('group.read', user, { group: group() })).toBe(false);
    expect(may('group.read', admin, { group: group() })).toBe(true);
    expect(may('group.read', admin)).toBe(false);
  });

  it('let only company admins manage one, and its admins its members', () => {
    expect(may('group.manage', user, { group: group({ role: 'admin' }) })).toBe(false);
    expect(may('group.manage', admin, { group: group() })).toBe(true);
    expect(may('group.members', user, { group: group({ role: 'admin' }) })).toBe(true);
    expect(may('group.members', user)).toBe(false);
  });
});
