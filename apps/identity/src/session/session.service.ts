import { sessionOperations, validated, type Input, type PlainInput } from '@holdfast/contracts';
import { actor, DomainError, pageOf, sha256, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { AccountStore } from '../account/account.store.js';
import { personView } from '../account/account.view.js';
import { CompanyKeys } from '../company/company-keys.js';
import { companyView } from '../company/company.view.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { PasswordCheck } from './password-check.js';
import { SessionStore, type EndedSession } from './session.store.js';
import { sessionView } from './session.view.js';

@Controller()
export class SessionService {
  constructor(
    private readonly source: DataSource,
    private readonly sessions: SessionStore,
    private readonly accounts: AccountStore,
    private readonly keys: CompanyKeys,
    private readonly check: PasswordCheck,
    private readonly events: AccessEvents,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  @Handles(sessionOperations.create)
  async create(ctx: CallContext, input: Input<typeof sessionOperations.create>) {
    const { company: id, login, password } = validated(input);
    const checked = await this.check.check(ctx, { company: id, login, password, botsToo: false });
    if (typeof checked === 'number') throw new DomainError('too_many_requests', { retryAfter: checked });
    if (checked === 'nobody') throw new DomainError('unauthenticated');
    const { company, account } = checked;
    const opening = async (tx: EntityManager) => {
      // Hashing takes a while: a password that was changed meanwhile opens nothing any more.
      if (!(await this.accounts.keepsPassword(tx, account))) throw new DomainError('unauthenticated');
      await this.sessions.makeRoom(tx, account.uuid, this.env);
      const { key: minted, row } = await this.sessions.mint(tx, account.uuid, ctx.address ?? '');
      return { id: row.id, uuid: row.uuid, key: minted };
    };
    const by = () => ({ company: company.uuid, account });
    const { key } = await audited(this.source, ctx, opening, { by });
    return {
      account_key: key,
      company_key: this.keys.of(company),
      account: personView(account),
      company: companyView(company),
    };
  }

  @Handles(sessionOperations.list)
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.sessions.list(actor(ctx).account.uuid, list), sessionView);
  }

  @Handles(sessionOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    const found = await this.sessions.find(actor(ctx).account.uuid, id);
    if (!found) throw DomainError.notFound();
    return sessionView(found);
  }

  /** By account key, which is its own authorization, or by the id of one of the caller's own sessions. */
  @Handles(sessionOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput) {
    if (/^[0-9a-f]{32}$/.test(id)) await this.endByKey(ctx, sha256(id));
    else if (/^[0-9a-f]{24}$/.test(id)) await this.endOwn(ctx, id);
    else throw DomainError.notFound();
    return {};
  }

  private async endByKey(ctx: CallContext, keyHash: string): Promise<void> {
    // Anybody may ask, as often as he likes: nothing is begun for a key that nobody has.
    if (!(await this.sessions.isKey(keyHash))) throw DomainError.notFound();
    await this.ended(ctx, (tx) => this.sessions.endByKey(tx, keyHash));
  }

  private async endOwn(ctx: CallContext, id: string): Promise<void> {
    const { account } = ctx.principal ?? unauthenticated();
    await this.ended(ctx, (tx) => this.sessions.endById(tx, account.uuid, id));
  }

  private async ended(
    ctx: CallContext,
    end: (tx: EntityManager) => Promise<EndedSession | undefined>,
  ): Promise<void> {
    const { uuid, company, account } = await audited(this.source, ctx, async (tx) => found(await end(tx)), {
      by: (ended) => ended,
    });
    // A bot's key is remembered under its account only.
    this.events.changed({ company, sessions: [uuid], accounts: [account.uuid] });
  }
}

const found = (ended: EndedSession | undefined): EndedSession => {
  if (!ended) throw DomainError.notFound();
  return ended;
};

const unauthenticated = (): never => {
  throw new DomainError('unauthenticated');
};
