import { isAdmissionOld, type CallContext } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';

/**
 * Asks what the caller may do now.
 * @throws DomainError where he has lost what he was let in with, or `unavailable` where nobody knows
 */
export type Readmit = (ctx: CallContext) => Promise<void>;

const readmitting = new WeakMap<DataSource, Readmit>();

/** How a service asks, of whose changes in this database `stillAllowed` judges. */
export const readmitBy = (source: DataSource, readmit: Readmit): void => {
  readmitting.set(source, readmit);
};

/**
 * To be called when nothing is left that a change has to wait for, and before it takes effect: its caller was let in
 * before it waited for a connection, a row, its turn or the processor. Whoever was let in just now costs nothing.
 * @throws DomainError as `Readmit`
 */
export const stillAllowed = async (source: DataSource, ctx: CallContext): Promise<void> => {
  const now = Date.now();
  if (!isAdmissionOld(ctx, now)) return;
  await readmitting.get(source)?.(ctx);
  ctx.admitted = now;
};
