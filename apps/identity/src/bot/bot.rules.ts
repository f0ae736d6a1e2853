import { DomainError, type JsonObject, type Principal } from '@holdfast/kernel';

/**
 * Owners and company admins manage a bot.
 * @throws DomainError `forbidden`
 */
export const allowManage = (caller: Principal, bot: { owner_uuid: string | null }): void => {
  if (!caller.companyAdmin && bot.owner_uuid !== caller.account.uuid)
    throw DomainError.forbidden('only its owner and company admins manage a bot');
};

/**
 * Owners and company admins change a bot; it changes its own description, as every account does.
 * @throws DomainError `forbidden`
 */
export const allowUpdate = (
  caller: Principal,
  bot: { uuid: string; owner_uuid: string | null; visibility: string | null; company_admin: boolean },
  sent: JsonObject,
): void => {
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
