import type { Principal } from '@holdfast/kernel';
import { passwordCredential } from './credential.rules.js';
import type { AccountRow } from './account.entity.js';

/** An account as somebody who acts, by its password. */
export const principalOf = (row: AccountRow, { uuid, id }: { uuid: string; id: string }): Principal => ({
  company: { uuid, id },
  account: {
    uuid: row.uuid,
    id: row.id,
    type: row.type,
    email: row.email,
    name: row.displayName,
    ...(row.ownerUuid === null ? {} : { owner: row.ownerUuid }),
  },
  companyAdmin: row.companyAdmin,
  credential: passwordCredential(row),
});
