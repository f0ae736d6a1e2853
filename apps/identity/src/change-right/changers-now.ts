import { lapsed, standingOf, type ChangerNow } from '@holdfast/contracts';
import { actor, DomainError, type CallContext, type GroupScope } from '@holdfast/kernel';
import { readmitBy } from '@holdfast/platform/audit';
import { dataSource, pool } from '@holdfast/platform/persistence';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { groupScope } from '../group/group.query.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { projectStanding } from '../project/project.query.js';
import { CallersNow } from '../session/callers-now.js';

/**
 * Says of a change that had to wait what its caller may do now. It reads what others have committed, over a connection
 * that nothing else uses: the transaction of the change sees what it has done itself, which may well end the rights of
 * its caller, and the connections that it would wait for may all be held by changes that wait for its rows.
 */
@Injectable()
export class ChangersNow implements OnApplicationShutdown {
  private readonly apart: DataSource;
  private readonly callers: CallersNow;
  private readonly groups = new WeakMap<CallContext, string>();

  constructor(source: DataSource, @Inject(identityEnv) env: IdentityEnv) {
    this.apart = dataSource({
      ...{ url: env.databaseUrl, credentials: env.credentials, schema: 'identity' },
      ...{ entities: [], migrations: [], poolSize: 1 },
    });
    this.callers = new CallersNow(this.apart, env);
    readmitBy(source, (ctx) => this.readmit(ctx), true);
  }

  async onApplicationShutdown(): Promise<void> {
    await pool(this.apart).end();
  }

  /**
   * The change gives or takes a role of this group (its uuid) in a project, which the context does not say: it is made
   * only where its caller may know of that role when it takes effect, and is `not_found` else.
   */
  alsoJudge(ctx: CallContext, group: string): void {
    this.groups.set(ctx, group);
  }

  private async readmit(ctx: CallContext): Promise<void> {
    const group = this.groups.get(ctx);
    const [now, scope] = await Promise.all([
      this.now(ctx),
      group === undefined ? undefined : groupScope(this.apart, actor(ctx), group),
    ]);
    const refusal = lapsed(ctx, now);
    if (refusal) throw refusal;
    if (group !== undefined && !(scope && isKnown(scope, now))) throw DomainError.notFound();
  }

  private async now(ctx: CallContext): Promise<ChangerNow> {
    const then = actor(ctx);
    const { company, account } = then;
    const [caller, project, group] = await Promise.all([
      this.callers.find(standingOf(then)),
      ctx.project && projectStanding(this.apart, company.uuid, account.uuid, ctx.project.uuid),
      ctx.group && groupScope(this.apart, then, ctx.group.uuid),
    ]);
    return { caller, project, group };
  }
}

/** `groupsOfVisibleProject` of one group: whoever sees a project knows of its public groups. */
const isKnown = ({ visibility, role }: GroupScope, { caller }: ChangerNow): boolean =>
  caller?.companyAdmin === true || visibility === 'public' || role !== undefined;
