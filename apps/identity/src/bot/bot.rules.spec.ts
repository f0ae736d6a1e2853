import type { Principal } from '@holdfast/kernel';
import { codeOf } from '../identity-world.fixture.js';
import { allowManage, allowUpdate, canOwn } from './bot.rules.js';

const caller = (uuid: string, companyAdmin = false): Principal => ({
  company: { uuid: 'c', id: 'acme' },
  account: { uuid, id: uuid, type: 'user', email: '', name: '' },
  companyAdmin,
  credential: '',
});
const bot = { uuid: 'bot', ownerUuid: 'owner', visibility: 'private', companyAdmin: false };
const mighty = { ...bot, companyAdmin: true };
const refused = (run: () => void): Promise<string> => codeOf(Promise.resolve().then(run));

describe('a bot', () => {
  it('is managed by its owner and by company admins', async () => {
    expect(() => allowManage(caller('owner'), bot)).not.toThrow();
    expect(() => allowManage(caller('admin', true), bot)).not.toThrow();
    expect(await refused(() => allowManage(caller('other'), bot))).toBe('forbidden');
  });

  it('that acts everywhere is managed by company admins only', async () => {
    expect(await refused(() => allowManage(caller('owner'), mighty))).toBe('forbidden');
    expect(await refused(() => allowUpdate(caller('owner'), mighty, { description: 'x' }))).toBe('forbidden');
    expect(() => allowManage(caller('admin', true), mighty)).not.toThrow();
  });

  it('is owned by an active user, and by a company admin if it is one itself', () => {
    const owner = { type: 'user', companyAdmin: false, deletedAt: null };
    expect(canOwn(owner, bot)).toBe(true);
    expect(canOwn(owner, mighty)).toBe(false);
    expect(canOwn({ ...owner, companyAdmin: true }, mighty)).toBe(true);
    expect(canOwn({ ...owner, deletedAt: new Date() }, bot)).toBe(false);
    expect(canOwn({ ...owner, type: 'bot' }, bot)).toBe(false);
    expect(canOwn(undefined, bot)).toBe(false);
  });
});
