import { setTimeout as wait } from 'node:timers/promises';
import type { FileAnswer } from '@holdfast/contracts';
import type { DataSource } from 'typeorm';
import { takeLocks, type Lock } from '../database/locked-transaction.js';
import type { ArtifactSystem } from '../testing/artifact-system.js';

/** Removals of directories with such names (a pattern of `like`) wait for this, as if very much were in them. */
export const walk: Lock = { key: '4711', exclusive: true };
export const slowRemovals = (names: string): string => `
  create function artifact.wait_for_walk() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${walk.key});
    return old;
  end $$;
  create trigger wait_for_walk before delete on artifact.directory for each row
    when (old.name like '${names}') execute function artifact.wait_for_walk()`;

/** Does the work while somebody else has the locks. */
export const whileLocked = async <T>(
  source: DataSource,
  locks: readonly Lock[],
  work: () => Promise<T>,
): Promise<T> => {
  const holder = source.createQueryRunner();
  await holder.startTransaction();
  await takeLocks(holder.manager, [...locks]);
  try {
    return await work();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
};

type Context = ReturnType<ArtifactSystem['context']>;

interface HeldRemoval {
  /** Whose are the locks meanwhile. */
  holder: DataSource;
  locks: readonly Lock[];
  ctx: Context;
  path: string;
  /** Milliseconds until `during` is done, and from then on until the locks are there for the removal. */
  waits: readonly [before: number, after: number];
}

/** The status of a removal that waits for locks, or the code of its refusal; `during` is done while it waits. */
export const removeHeld = async (
  { replicas: [{ files }] }: ArtifactSystem,
  { holder, locks, ctx, path, waits: [before, after] }: HeldRemoval,
  during: () => void,
): Promise<number | string | undefined> => {
  const request = { method: 'DELETE', path, headers: {}, address: '/acme' };
  const { deciding } = await whileLocked(holder, locks, async () => {
    const deciding = files.decide(ctx, request) as unknown as Promise<{
      value?: FileAnswer;
      error?: { code: string };
    }>;
    await wait(before);
    during();
    await wait(after);
    return { deciding };
  });
  const { value, error } = await deciding;
  return value?.status ?? error?.code;
};
