import type { AccountType, Principal } from '@holdfast/kernel';
import { allowBotGrants, allowKeys, allowManage, allowUpdate, asksOwner, canOwn } from './bot.rules.js';

const caller = (uuid: string, companyAdmin = false, type: AccountType = 'user'): Principal => ({
  company: { uuid: 'c', id: 'acme' },
  account: { uuid, id: uuid, type, email: '', name: '' },
  companyAdmin,
  credential: '',
});
const bot = { uuid: 'bot', ownerUuid: 'owner', visibility: 'private', companyAdmin: false };
const mighty = { ...bot, companyAdmin: true };
const itself = caller('bot', false, 'bot');
const admin = caller('admin', true);
const owner = caller('owner');

const notOwner = { code: 'forbidden', message: 'only its owner and company admins manage a bot' };
const notAdmin = { code: 'forbidden', message: 'only company admins manage a bot that is one' };
/** What is thrown; undefined: nothing. */
const refusal = (run: () => void): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a bot', () => {
  it('is managed by its owner and by company admins', () => {
    expect(refusal(() => allowManage(owner, bot))).toBeUndefined();
    expect(refusal(() => allowManage(admin, bot))).toBeUndefined();
    expect(refusal(() => allowManage(caller('other'), bot))).toMatchObject(notOwner);
  });

  it('that acts everywhere is managed by company admins only', () => {
    expect(refusal(() => allowManage(owner, mighty))).toMatchObject(notAdmin);
    expect(refusal(() => allowUpdate(owner, mighty, { description: 'x' }))).toMatchObject(notAdmin);
    expect(refusal(() => allowManage(admin, mighty))).toBeUndefined();
  });

  it('without an owner is managed by company admins only', () => {
    expect(refusal(() => allowManage(owner, { ...bot, ownerUuid: null }))).toMatchObject(notOwner);
    expect(refusal(() => allowManage(admin, { ...bot, ownerUuid: null }))).toBeUndefined();
  });
});

describe('the SSH keys of a bot', () => {
  it('are looked after by itself and by who manages it', () => {
    for (const who of [itself, owner, admin]) expect(refusal(() => allowKeys(who, bot))).toBeUndefined();
    expect(refusal(() => allowKeys(caller('other'), bot))).toMatchObject(notOwner);
    expect(refusal(() => allowKeys(owner, mighty))).toMatchObject(notAdmin);
    expect(refusal(() => allowKeys(itself, mighty))).toBeUndefined();
  });
});

describe('the change of a bot', () => {
  it('is its manager’s, and nobody else’s', () => {
    expect(refusal(() => allowUpdate(owner, bot, { visibility: 'company' }))).toBeUndefined();
    expect(refusal(() => allowUpdate(caller('other'), bot, { description: 'x' }))).toMatchObject(notOwner);
    expect(refusal(() => allowUpdate(caller('other'), bot, {}))).toMatchObject(notOwner);
  });

  it.each([
    [{ description: 'x' }],
    [{}],
    [{ visibility: 'private' }],
    [{ company_admin: false }],
    [{ visibility: null, company_admin: null }],
    [{ visibility: 'private', company_admin: false, description: 'x' }],
  ])('is its own where it grants itself nothing: %j', (sent) => {
    expect(refusal(() => allowUpdate(itself, bot, sent))).toBeUndefined();
  });

  it.each([
    [{ visibility: 'company' }],
    [{ company_admin: true }],
    [{ visibility: 'private', company_admin: true }],
    [{ visibility: 'company', company_admin: false }],
  ])('is not its own where it would be more: %j', (sent) => {
    expect(refusal(() => allowUpdate(itself, bot, sent))).toMatchObject(notOwner);
  });

  it('is its own also where it acts everywhere, for what grants nothing', () => {
    const self = caller('bot', true, 'bot');
    expect(refusal(() => allowUpdate(self, mighty, { description: 'x' }))).toBeUndefined();
    expect(refusal(() => allowUpdate(itself, mighty, { description: 'x' }))).toBeUndefined();
    for (const sent of [{ visibility: 'company' }, { company_admin: null }])
      expect(refusal(() => allowUpdate(itself, mighty, sent))).toMatchObject(notAdmin);
    const open = { ...bot, visibility: 'public' };
    expect(refusal(() => allowUpdate(itself, open, { visibility: null }))).toMatchObject(notOwner);
  });
});

describe('that a bot acts everywhere', () => {
  const refused = { code: 'forbidden', message: 'only company admins grant this' };

  it('is granted and taken by company admins', () => {
    expect(refusal(() => allowBotGrants(admin, bot, { company_admin: true }))).toBeUndefined();
    expect(refusal(() => allowBotGrants(admin, mighty, { company_admin: false }))).toBeUndefined();
  });

  it.each([
    [bot, true],
    [mighty, null],
    [bot, 'false'],
    [mighty, false],
  ])('is nobody else’s to change', (now, companyAdmin) => {
    expect(refusal(() => allowBotGrants(owner, now, { company_admin: companyAdmin }))).toMatchObject(refused);
  });

  it('may be sent as it stands, or not at all', () => {
    expect(refusal(() => allowBotGrants(owner, bot, { company_admin: false }))).toBeUndefined();
    expect(refusal(() => allowBotGrants(owner, bot, { company_admin: null }))).toBeUndefined();
    expect(refusal(() => allowBotGrants(owner, mighty, { company_admin: true }))).toBeUndefined();
    expect(refusal(() => allowBotGrants(owner, bot, { description: 'x' }))).toBeUndefined();
  });
});

describe('the owner of a bot', () => {
  const person = { type: 'user', companyAdmin: false, deletedAt: null };

  it('is an active user, and a company admin if the bot is one itself', () => {
    expect(canOwn(person, bot)).toBe(true);
    expect(canOwn(person, mighty)).toBe(false);
    expect(canOwn({ ...person, companyAdmin: true }, mighty)).toBe(true);
    expect(canOwn({ ...person, companyAdmin: true }, bot)).toBe(true);
    expect(canOwn({ ...person, deletedAt: new Date() }, bot)).toBe(false);
    expect(canOwn({ ...person, type: 'bot' }, bot)).toBe(false);
    expect(canOwn(undefined, bot)).toBe(false);
  });

  it('is asked for where he is another one, or the bot becomes a company admin', () => {
    expect(asksOwner(bot, { ...bot, ownerUuid: 'other' })).toBe(true);
    expect(asksOwner(bot, mighty)).toBe(true);
    expect([asksOwner(bot, bot), asksOwner(mighty, mighty), asksOwner(mighty, bot)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
