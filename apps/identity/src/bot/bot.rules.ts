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
