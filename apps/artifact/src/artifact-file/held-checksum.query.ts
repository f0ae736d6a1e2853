import { statement } from '@holdfast/platform/persistence';

/** By hand: TypeORM removes all that a condition names, and not some of it. */
export const forgetSome = statement<{ gone: boolean }>(
  'held_checksum_forget_some',
  `delete from held_checksum where ctid = any(array(
     select h.ctid from held_checksum h where h.expires_at < now() limit $1 for update skip locked))
   returning true as gone`,
);
