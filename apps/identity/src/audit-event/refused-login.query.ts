import { isWellFormed } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { emailKey } from '../account/account.rules.js';
import type { LoginAttempt } from '../session/login-attempt.js';
import type { RefusedLogin } from './refused-login-windows.js';

export interface CountedAttempt extends LoginAttempt {
  count: number;
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
}

/** By hand: one statement for all attempts of a window, so that a flood of them costs no more than its size. */
const named = statement<{ position: number } & Pick<RefusedLogin, 'company' | 'account'>>(
  'refused_logins_named',
  `select n.position::int, c.uuid as company,
      case when a.uuid is not null then json_build_object('id', a.id, 'uuid', a.uuid, 'type', a.type) end as account
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as n(company, login, email, position)
    join company c on c.id = n.company and c.deleted_at is null
    left join lateral (
      select id, uuid, type from account
        where company_uuid = c.uuid and (id = n.login or email_key = n.email) and deleted_at is null
        order by id = n.login desc limit 1) a on true`,
);

/** Whose logins were tried. Attempts at unknown companies are left out: there is nobody to be told. */
export const refusedLogins = async (
  source: DataSource,
  attempts: readonly CountedAttempt[],
): Promise<RefusedLogin[]> => {
  const text = (value: string): string => (isWellFormed(value) ? value : '');
  const rows = await named(source, [
    attempts.map(({ company }) => text(company)),
    attempts.map(({ login }) => text(login)),
    attempts.map(({ login }) => emailKey(text(login))),
  ]);
  return rows.map(({ position, company, account }) => {
    const { address, count, first, last } = attempts[position - 1];
    return { company, ...(account ? { account } : {}), address, count, first, last };
  });
};
