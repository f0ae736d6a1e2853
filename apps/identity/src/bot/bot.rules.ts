import { DomainError, type JsonObject, type Principal } from '@holdfast/kernel';

/** What the rules look at. */
interface Bot {
  uuid: string;
  owner_uuid: string | null;
  visibility: string | null;
  company_admin: boolean;
}

/**
 * Owners and company admins manage a bot; one that acts everywhere, company admins only: otherwise who was one and made
 * it would have all his rights back by its key.
 * @throws DomainError `forbidden`
 */
export const allowManage = (caller: Principal, bot: Pick<Bot, 'owner_uuid' | 'company_admin'>): void => {
  if (caller.companyAdmin) return;
  if (bot.company_admin) throw DomainError.forbidden('only company admins manage a bot that is one');
  if (bot.owner_uuid !== caller.account.uuid)
    throw DomainError.forbidden('only its owner and company admins manage a bot');
};

/**
 * Whoever manages a bot changes it; it changes its own description, as every account does.
 * @throws DomainError `forbidden`
 */
export const allowUpdate = (caller: Principal, bot: Bot, sent: JsonObject): void => {
  const granting = (['visibility', 'company_admin'] as const).some(
    (name) => sent[name] !== undefined && sent[name] !== bot[name],
  );
  if (caller.account.uuid !== bot.uuid || granting) allowManage(caller, bot);
};

/**
 * A bot that acts everywhere is a company admin's to make; sending the value as it stands is no change.
 * @throws DomainError `forbidden`
 */
export const allowBotGrants = (
  caller: Principal,
  now: { company_admin: boolean },
  sent: JsonObject,
): void => {
  if (!caller.companyAdmin && sent.company_admin !== undefined && sent.company_admin !== now.company_admin)
    throw DomainError.forbidden('only company admins grant this');
};

/** Whether a bot's key works under this owner; undefined: it has none any more. */
export const canOwn = (
  owner: { type: string; company_admin: boolean; deleted_at: Date | null } | undefined,
  bot: { company_admin: boolean },
): boolean =>
  owner?.type === 'user' && owner.deleted_at === null && (owner.company_admin || !bot.company_admin);
