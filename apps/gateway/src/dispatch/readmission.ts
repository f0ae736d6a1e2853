import type { IncomingMessage } from 'node:http';
import type { OperationContract } from '@holdfast/contracts';
import { admissionLasts, DomainError, withoutCaller, type CallContext } from '@holdfast/kernel';
import { renew } from '../http/call-context.js';
import type { Callers } from './callers.js';
import type { Guard } from './guard.js';
import type { Match } from './route-table.js';

/** A request whose caller was let in. */
export interface Admitted {
  request: IncomingMessage;
  match: Match;
  operation: OperationContract;
  ctx: CallContext;
  query: string;
  /** When that was decided, by the clock of `performance` (ms). */
  at: number;
}

/** What the ids in a path may lead to. */
type Places = Pick<CallContext, 'project' | 'repository' | 'group' | 'bot'>;

/**
 * What somebody was let in for a while ago is decided again before it is done: the body of his request took its time,
 * or so did what came before in its batch, and his rights may have ended meanwhile.
 */
export class Readmission {
  constructor(
    private readonly callers: Pick<Callers, 'authenticate'>,
    private readonly guard: Pick<Guard, 'enter' | 'check' | 'still'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Caller and objects in the context are then those of now. @throws DomainError as when it was decided first */
  async renew(admitted: Admitted): Promise<void> {
    if (this.now() - admitted.at >= admissionLasts) await this.decide(admitted);
  }

  /** The same however short a time ago it was. @throws DomainError */
  async decide(admitted: Admitted): Promise<void> {
    const at = this.now();
    const { request, match, operation, ctx, query } = admitted;
    const then = placesOf(ctx);
    await this.callers.authenticate(request, query, operation, ctx);
    if (ctx.principal) await this.enterAgain(ctx, match, then);
    if (operation.privilege !== 'public') await this.guard.check(operation, match, ctx, query);
    admitted.at = at;
  }

  /**
   * Decides about what is on its way to the caller. It is the same, whatever its address leads to by now, and nothing
   * is asked in a turn of his. The context stays as it was.
   * @throws DomainError
   */
  async still({ request, match, operation, ctx, query }: Admitted): Promise<void> {
    const asked: CallContext = withoutCaller(ctx);
    renew(asked);
    await this.callers.authenticate(request, query, operation, asked);
    await this.guard.still(operation, match, { ...ctx, deadline: asked.deadline });
  }

  /** @throws DomainError `not_found` where the path leads elsewhere than before; the context stays as it was then */
  private async enterAgain(ctx: CallContext, match: Match, then: Places): Promise<void> {
    await this.guard.enter(ctx, match);
    const now = placesOf(ctx);
    if (names.every((name) => then[name] === undefined || then[name].uuid === now[name]?.uuid)) return;
    Object.assign(ctx, then);
    throw DomainError.notFound();
  }
}

const names = ['project', 'repository', 'group', 'bot'] as const;

const placesOf = ({ project, repository, group, bot }: CallContext): Places => ({
  ...(project && { project }),
  ...(repository && { repository }),
  ...(group && { group }),
  ...(bot && { bot }),
});
