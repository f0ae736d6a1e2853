import { DomainError, type JsonObject, type Principal } from '@holdfast/kernel';

/** What the rules look at. */
interface Bot {
  uuid: string;
  ownerUuid: string | null;
  visibility: string | null;
  companyAdmin: boolean;
}

/**
 * Owners and company admins manage a bot; one that acts everywhere, company admins only: otherwise who was one and made
 * it would have all his rights back by its key.
 * @throws DomainError `forbidden`
 */
export const allowManage = (caller: Principal, bot: Pick<Bot, 'ownerUuid' | 'companyAdmin'>): void => {
  if (caller.companyAdmin) return;
  if (bot.companyAdmin) throw DomainError.forbidden('only company admins manage a bot that is one');
  if (bot.ownerUuid !== caller.account.uuid)
    throw DomainError.forbidden('only its owner and company admins manage a bot');
};

/**
 * Whoever manages a bot looks after its SSH keys, and so does the bot.
 * @throws DomainError `forbidden`
 */
export const allowKeys = (caller: Principal, bot: Pick<Bot, 'uuid' | 'ownerUuid' | 'companyAdmin'>): void => {
  if (caller.account.uuid !== bot.uuid) allowManage(caller, bot);
};

/** Null stands for the default. */
const changesAdmin = (now: { companyAdmin: boolean }, { company_admin: sent }: JsonObject): boolean =>
  sent !== undefined && (sent ?? false) !== now.companyAdmin;

/**
 * Whoever manages a bot changes it; it changes its own description, as every account does.
 * @throws DomainError `forbidden`
 */
export const allowUpdate = (caller: Principal, bot: Bot, sent: JsonObject): void => {
  const granting =
    (sent.visibility !== undefined && (sent.visibility ?? 'private') !== bot.visibility) ||
    changesAdmin(bot, sent);
  if (caller.account.uuid !== bot.uuid || granting) allowManage(caller, bot);
};

/**
 * A bot that acts everywhere is a company admin's to make; sending the value as it stands is no change.
 * @throws DomainError `forbidden`
 */
export const allowBotGrants = (caller: Principal, now: { companyAdmin: boolean }, sent: JsonObject): void => {
  if (!caller.companyAdmin && changesAdmin(now, sent))
    throw DomainError.forbidden('only company admins grant this');
};

/** Whether a bot's key works under this owner; undefined: it has none any more. */
export const canOwn = (
  owner: { type: string; companyAdmin: boolean; deletedAt: Date | null } | undefined,
  bot: { companyAdmin: boolean },
): boolean => owner?.type === 'user' && owner.deletedAt === null && (owner.companyAdmin || !bot.companyAdmin);

interface Owning {
  ownerUuid: string | null;
  companyAdmin: boolean;
}

/** Whether a change asks if the bot's owner can be it: there is another one, or the bot shall act everywhere. */
export const asksOwner = (now: Owning, next: Owning): boolean =>
  next.ownerUuid !== now.ownerUuid || (next.companyAdmin && !now.companyAdmin);
