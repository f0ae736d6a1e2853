import { followsAnother, identityCalls, may, type ProjectPrivilege } from '@holdfast/contracts';
import { actor, DomainError, type CallContext, type Principal } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { renew } from '../http/call-context.js';
import type { Scopes } from '../scopes/scopes.js';
import { presentsPass, type Pass, type Passes } from '../session/passes.js';
import type { Sessions } from '../session/sessions.js';
import type { ByteAddress } from './byte-address.js';
import type { Exchange } from './exchange.js';
import { notFound, Refusal, unauthorized } from './refusal.js';

/** A context in which caller, project and repository are established. */
export type AdmittedContext = CallContext &
  Required<Pick<CallContext, 'principal' | 'project' | 'repository'>>;

/** Who asks, and what of the address exists for him. The order of its refusals hides what he may not know. */
export class Admission {
  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly sessions: Sessions,
    private readonly scopes: Scopes,
    private readonly passes?: Passes,
  ) {}

  /** @throws Refusal 401 without credentials of the company in the address. */
  async authenticate(
    ctx: CallContext,
    { company }: ByteAddress,
    credentials: string | undefined,
  ): Promise<CallContext> {
    if (credentials === undefined) throw unauthorized('credentials required');
    const admitted = Date.now();
    if (presentsPass(credentials))
      return { ...ctx, admitted, principal: await this.holder(ctx, company, credentials) };
    const principal =
      company === undefined ? undefined : await this.sessions.byBasic(company, credentials, ctx);
    if (!principal) throw unauthorized('credentials not valid here');
    return { ...ctx, admitted, principal };
  }

  /** The pass that a request has come with. @throws Refusal 401 when it is none, or over */
  passOf(credentials: string | undefined): Pass | undefined {
    if (credentials === undefined || !presentsPass(credentials)) return undefined;
    const pass = this.passes?.read(credentials);
    if (!pass) throw unauthorized('the token is not valid, or not any more');
    return pass;
  }

  /** Who has the key that asked for the pass. @throws Refusal 401 when nobody of this company has it */
  private async holder(
    ctx: CallContext,
    company: string | undefined,
    credentials: string,
  ): Promise<Principal> {
    const pass = this.passOf(credentials);
    const principal =
      pass && pass.company === company
        ? await this.sessions.bySshKey(pass.company, pass.fingerprint, ctx)
        : undefined;
    if (!principal) throw unauthorized('the token is not valid, or not any more');
    return principal;
  }

  /** @throws Refusal 404 when the repository does not exist for the caller or is of another kind. */
  async locate(
    ctx: CallContext,
    { project: id, kind }: ByteAddress,
    repositoryId: string,
  ): Promise<AdmittedContext> {
    const principal = actor(ctx);
    const project = id === undefined ? undefined : await this.scopes.project(ctx, id);
    if (!project || !may('project.read', principal, { project })) throw notFound();
    const repository = await this.scopes.repository(ctx, project.uuid, repositoryId);
    if (repository?.type !== kind) throw notFound();
    return { ...ctx, principal, project, repository };
  }

  /** The same for a request that had to wait for its turn: what it was admitted with may have ended meanwhile. */
  async again({ ctx, req }: Exchange, address: ByteAddress, repositoryId: string): Promise<AdmittedContext> {
    renew(ctx);
    const now = await this.authenticate(ctx, address, req.headers.authorization);
    return this.locate(now, address, repositoryId);
  }

  /**
   * Whether what was decided (`then`) still holds. Others at his address may keep passwords from being checked. Then
   * what he came with is not looked at again, but whether it has ended, and his rights.
   * @throws Refusal, DomainError where he may not have it any more
   */
  async still(exchange: Exchange, address: ByteAddress, then: AdmittedContext): Promise<void> {
    try {
      await this.again(exchange, address, then.repository.id);
    } catch (error) {
      if (!isUnchecked(error)) throw error;
      await this.stands(address, then);
    }
  }

  private async stands({ kind }: ByteAddress, then: AdmittedContext): Promise<void> {
    const ctx = { ...then };
    renew(ctx);
    const { caller, project } = await this.rpc.call(identityCalls.callerNow, ctx, {});
    if (!caller) throw unauthorized('credentials not valid any more');
    if (!project || !may('project.read', caller, { project })) throw notFound();
    const repository = await this.scopes.repository(ctx, project.uuid, ctx.repository.id);
    if (repository?.type !== kind) throw notFound();
  }
}

/** Perhaps nobody has looked at the password: too many wait, or so many were wrong that all of them are. */
const isUnchecked = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.status === 401
    : error instanceof DomainError && error.code === 'too_many_requests';

export const allowed = ({ principal, project }: AdmittedContext, privilege: ProjectPrivilege): boolean =>
  may(privilege, principal, { project });

/**
 * @throws Refusal 403 when the caller may only read, or nobody may write any more; `what`: the deed, for the reason.
 */
export const mustWrite = (ctx: AdmittedContext, what: string): void => {
  if (!allowed(ctx, 'repository.write'))
    throw new Refusal(403, `you may read this repository, but not ${what}`);
  if (ctx.repository.deleted || ctx.project.deleted)
    throw new Refusal(403, `this repository is deactivated: you may read it, but not ${what}`);
  if (ctx.repository.mirrored) throw new Refusal(403, followsAnother);
};

/** @throws Refusal 403 when the caller is no admin of the project. */
export const mustAdminister = (ctx: AdmittedContext): void => {
  if (!allowed(ctx, 'repository.administer'))
    throw new Refusal(403, 'only admins of the project may do this');
};
