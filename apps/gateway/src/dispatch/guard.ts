import {
  allOperations,
  asksForBot,
  asksForOwner,
  isReference,
  may,
  type Answered,
  type ObjectContract,
  type OperationContract,
  type Privilege,
} from '@holdfast/contracts';
import {
  actor,
  DomainError,
  isSameUuid,
  wholeList,
  type CallContext,
  type Principal,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { Scopes } from '../scopes/scopes.js';
import { callList, callOperation } from './operation-call.js';
import type { Match, Route } from './route-table.js';

/** Decides whether the caller may do what he asks, and what he may know. */
@Injectable()
export class Guard {
  constructor(
    private readonly rpc: Rpc,
    private readonly scopes: Scopes,
  ) {}

  /**
   * Resolves the objects in the path into the context, as far as the caller may know them.
   * @throws DomainError `not_found`
   */
  async enter(ctx: CallContext, { route, params }: Match): Promise<void> {
    if (params.project_id !== undefined) {
      ctx.project = await this.scopes.project(ctx, params.project_id);
      if (!ctx.project) throw DomainError.notFound();
      if (params.repository_id !== undefined) {
        ctx.repository = await this.scopes.repository(ctx, ctx.project.uuid, params.repository_id);
        if (!ctx.repository) throw DomainError.notFound();
      }
    }
    if (params.group_id !== undefined) {
      ctx.group = await this.scopes.group(ctx, params.group_id);
      if (!ctx.group) throw DomainError.notFound();
    }
    if ([...route.operations.values()].some(({ privilege }) => asksForBot(privilege))) {
      ctx.bot = await this.scopes.bot(ctx, params.id);
      if (!ctx.bot) throw DomainError.notFound();
    }
  }

  /** @param shown the object that the operation changes, where it is known */
  private holds(
    { privilege, object }: OperationContract,
    ctx: CallContext,
    params: Record<string, string>,
    shown?: Answered,
  ): boolean {
    const caller = actor(ctx);
    const self = object.isA === 'account' && isNamed(caller.account, params.id);
    const { project, group, bot } = ctx;
    const owner = ownerOf(object, shown) === caller.account.uuid;
    const access = { project, group, bot, self, owner };
    return [privilege, ...moreFor(object, shown)].every((each) => may(each, caller, access));
  }

  /**
   * Lets the operation pass or refuses it: 404 when the object does not exist or may not be known, else 403.
   * @throws DomainError
   */
  async check(operation: OperationContract, match: Match, ctx: CallContext, query: string): Promise<void> {
    if (isForbidden(operation, query, actor(ctx))) throw DomainError.forbidden();
    if (this.holds(operation, ctx, match.params)) return;
    const show = asksForOwner(operation.privilege) ? showOf(operation.object) : undefined;
    const shown = show
      ? await callOperation(this.rpc, show, ctx, { params: match.params })
      : await this.mustExist(match, ctx);
    if (!this.holds(operation, ctx, match.params, shown)) throw DomainError.forbidden();
  }

  /**
   * Lets what is on its way pass or refuses it, by how the caller of the context stands to what is in it by now.
   * @throws DomainError `unauthenticated`, `not_found`
   */
  async still(operation: OperationContract, { params }: Match, ctx: CallContext): Promise<void> {
    const { principal, project, repository } = await this.scopes.now(ctx);
    if (!principal) throw new DomainError('unauthenticated');
    const isGone = (ctx.project && !project) || (ctx.repository && !repository);
    const now = { ...ctx, principal, ...(project && { project }) };
    if (isGone || !this.holds(operation, now, params)) throw DomainError.notFound();
  }

  /** The answer to `?privileges`, from the rules that guard the operations, by role and not by state. */
  async privileges(match: Match, ctx: CallContext, query: string): Promise<object> {
    const { operations } = match.route;
    const allowed = (method: string, shown?: Answered): boolean => {
      const operation = operations.get(method);
      if (!operation || isForbidden(operation, query, actor(ctx))) return false;
      return this.holds(operation, ctx, match.params, shown);
    };
    const shown = await this.mustExist(match, ctx);
    if (isCollection(match.route)) return { create: allowed('POST'), read: allowed('GET') };
    return { read: allowed('GET'), update: allowed('PUT', shown), delete: allowed('DELETE', shown) };
  }

  /**
   * Asks for the object that the path names, as the caller would see it; undefined where the path names none, or one
   * that `enter` has found. Of a list of what is at commits they are looked for, and the path below them.
   * @throws DomainError `not_found`
   */
  async mustExist({ route, params }: Match, ctx: CallContext): Promise<Answered | undefined> {
    const shown = route.operations.get('GET') ?? (ctx.bot ? undefined : actedOn(route, params));
    if (!shown || (shown.kind === 'list' && !leadsToCommits(params))) return undefined;
    if (!this.holds(shown, ctx, params)) throw DomainError.notFound();
    if (shown.kind !== 'list') return callOperation(this.rpc, shown, ctx, { params });
    await this.mustHavePlace(shown, ctx, params);
    return undefined;
  }

  /** Asks for what is deactivated there, which is nothing: most lists only look whether there is such a place. */
  private async mustHavePlace(
    list: OperationContract,
    ctx: CallContext,
    params: Record<string, string>,
  ): Promise<void> {
    const input = { params, query: {}, list: { ...wholeList, limit: 1, active: false } };
    try {
      await callList(this.rpc, list, ctx, input);
    } catch (error) {
      // That something is missing in the question, or is too large to be read, is said of what is there.
      if (!(error instanceof DomainError) || error.code !== 'invalid') throw error;
    }
  }
}

/** Whether an address means the caller's own account. */
const isNamed = ({ id, uuid }: Principal['account'], named: string | undefined): boolean =>
  named === id || named === 'me' || isSameUuid(named, uuid);

/** Whether the query names another account than the caller's own, for which he may not do it. */
const isForbidden = (
  { forAccount }: OperationContract,
  query: string,
  { account, companyAdmin }: Principal,
): boolean =>
  forAccount !== undefined &&
  !companyAdmin &&
  new URLSearchParams(query).getAll(forAccount).some((named) => named !== '' && !isNamed(account, named));

/** The uuid of the account to which the object belongs, by what its contract says. */
const ownerOf = ({ owner }: ObjectContract, shown: Answered = {}): string | undefined => {
  if (!owner || (owner.unless !== undefined && shown[owner.unless] === true)) return undefined;
  const account = shown[owner.attribute];
  return isReference(account) ? account.uuid : undefined;
};

/** What the contract asks for besides the operation's privilege, by what the object is. */
const moreFor = ({ asksMore }: ObjectContract, shown: Answered = {}): Privilege[] =>
  asksMore && shown[asksMore.attribute] === asksMore.value ? [asksMore.privilege] : [];

const showOf = (object: ObjectContract): OperationContract | undefined =>
  allOperations.find((each) => each.object === object && each.verb === 'show');

/** What shows the object that an action is about, where the path names it by `:id`. */
const actedOn = (
  { operations }: Route,
  { id }: Record<string, string | undefined>,
): OperationContract | undefined => {
  const action = [...operations.values()].find(({ kind }) => kind === 'action');
  return action && id !== undefined ? showOf(action.object) : undefined;
};

/** Whether the path of a list leads to commits, or to what is at one; all else in it `enter` has found. */
const leadsToCommits = ({ commit_id, range }: Record<string, string | undefined>): boolean =>
  commit_id !== undefined || range !== undefined;

const isCollection = ({ operations }: Route): boolean =>
  operations.get('GET')?.kind === 'list' || (!operations.has('GET') && operations.has('POST'));
