import { isAdmissionOld, type CallContext } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';

/**
 * Asks what the caller may do now.
 * @throws DomainError where he has lost what he was let in with, or `unavailable` where nobody knows
 */
export type Readmit = (ctx: CallContext) => Promise<void>;

const readmitting = new WeakMap<DataSource, { readmit: Readmit; always: boolean }>();

/**
 * How a service asks, of whose changes in this database `stillAllowed` judges. `always`: however short a time ago the
 * caller was let in. So it is where rights are changed: one change is enough to take back one that has just ended.
 */
export const readmitBy = (source: DataSource, readmit: Readmit, always = false): void => {
  readmitting.set(source, { readmit, always });
};

/**
 * To be called when nothing is left that a change has to wait for, and before it takes effect: its caller was let in
 * before it waited for a connection, a row, its turn or the processor. Whoever was let in just now costs nothing, but
 * where rights are changed.
 * @throws DomainError as `Readmit`
 */
export const stillAllowed = async (source: DataSource, ctx: CallContext): Promise<void> => {
  const now = Date.now();
  const by = readmitting.get(source);
  const isJudged = by?.always ? ctx.principal && ctx.admitted !== undefined : isAdmissionOld(ctx, now);
  if (!by || !isJudged) return;
  await by.readmit(ctx);
  ctx.admitted = now;
};
