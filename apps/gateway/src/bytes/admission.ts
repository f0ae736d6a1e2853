import { followsAnother, may, type ProjectPrivilege } from '@holdfast/contracts';
import { actor, type CallContext, type Principal } from '@holdfast/kernel';
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

  /**
   * The same for a request that had to wait for its turn: what it was admitted with (`then`) may have ended meanwhile,
   * and something else may be at its address. `repositoryId`: as it was asked for.
   */
  async again(
    { ctx, req }: Exchange,
    address: ByteAddress,
    repositoryId: string,
    then: AdmittedContext,
  ): Promise<AdmittedContext> {
    renew(ctx);
    const caller = await this.authenticate(ctx, address, req.headers.authorization);
    const now = await this.locate(caller, address, repositoryId);
    if (!isSamePlace(now, then)) throw notFound();
    return now;
  }

  /**
   * What was decided, as it is now, whatever is at its address. What he came with is not looked at again, but whether
   * it has ended, and his rights: others may keep passwords from being checked, and he himself his requests.
   * @throws Refusal, DomainError where he may not have it any more
   */
  async still(then: AdmittedContext): Promise<AdmittedContext> {
    const ctx = { ...then };
    renew(ctx);
    const { principal, project, repository } = await this.scopes.now(ctx);
    if (!principal) throw unauthorized('credentials not valid any more');
    if (!project || !repository || !may('project.read', principal, { project })) throw notFound();
    return { ...then, principal, project, repository };
  }
}

const isSamePlace = (one: AdmittedContext, other: AdmittedContext): boolean =>
  one.project.uuid === other.project.uuid && one.repository.uuid === other.repository.uuid;

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
