import { actor, shareOf, type CallContext } from '@holdfast/kernel';
import type { Reading } from '@holdfast/vcs-spi';

/** For whom is read, and until when somebody waits for it. */
export const readingOf = (ctx: CallContext): Reading => {
  const principal = actor(ctx);
  return {
    owner: { company: principal.company.uuid, account: shareOf(principal) },
    deadline: ctx.deadline,
  };
};

/** The same where a call may have no caller: other nodes ask for their company. `company`: whose repository it is. */
export const readingFor = (ctx: CallContext, company: string): Reading =>
  ctx.principal ? readingOf(ctx) : { owner: { company, account: company }, deadline: ctx.deadline };
