import { namedBy, notificationSettingsOperations, type Input } from '@holdfast/contracts';
import { actor, DomainError, isSameUuid, type CallContext, type Principal } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStore } from '../account/account.store.js';
import { holdAccount } from '../account/held-account.query.js';
import { principalOf } from '../account/principal.view.js';
import { mostSettings, SettingsStore } from './settings.store.js';

@Controller()
export class NotificationSettingsService {
  constructor(
    private readonly source: DataSource,
    private readonly settings: SettingsStore,
    private readonly accounts: AccountStore,
  ) {}

  /** A turn, as these are many rows, and among all projects that he may see. */
  @Handles(notificationSettingsOperations.show, { isLong: () => true })
  async show(ctx: CallContext, { query }: Input<typeof notificationSettingsOperations.show>) {
    return this.view((await this.named(ctx, query.account_id)).holder);
  }

  @Handles(notificationSettingsOperations.update)
  async update(ctx: CallContext, input: Input<typeof notificationSettingsOperations.update>) {
    const { query, sent, values, problems } = input;
    const { holder, ended } = await this.named(ctx, query.account_id);
    if (ended) throw DomainError.deactivated();
    if (sent.email === undefined) problems.add('email', { empty: true });
    const entries = (values.email ?? []).map(({ project, interval }) => ({
      name: namedBy(project),
      interval,
    }));
    const names = entries.map(({ name }) => name);
    const found = names.length > 0 ? await this.settings.projects(holder, names) : new Map<string, string>();
    if (names.some((name) => !found.has(name))) problems.add('email', { not_found: true });
    problems.throwIfAny();
    const chosen = new Map(entries.map(({ name, interval }) => [found.get(name) ?? '', interval]));
    await audited(this.source, ctx, async (tx) => {
      const { uuid } = holder.account;
      if (!(await holdAccount(tx, uuid))) throw DomainError.deactivated();
      const before = await this.settings.count(tx, uuid);
      await this.settings.set(tx, uuid, chosen);
      const after = await this.settings.count(tx, uuid);
      // Those that an account had before there was a bound may change.
      if (after > mostSettings && after > before)
        throw DomainError.invalid({ email: { maximum: mostSettings } });
      return holder.account;
    });
    return this.view(holder);
  }

  private async view(holder: Principal) {
    const settings = await this.settings.list(holder);
    return {
      email: settings.map(({ id, uuid, frequency }) => ({ project: { id, uuid }, interval: frequency })),
    };
  }

  /** The caller, or for company admins the account that is named, which may have ended. */
  private async named(
    ctx: CallContext,
    name: string | undefined,
  ): Promise<{ holder: Principal; ended: boolean }> {
    const caller = actor(ctx);
    const { company, account } = caller;
    if (name === undefined || ['me', account.id].includes(name) || isSameUuid(name, account.uuid))
      return { holder: caller, ended: false };
    if (!caller.companyAdmin) throw DomainError.forbidden('only company admins act for others');
    const row = await this.accounts.find(company.uuid, name, ['user', 'collaborator']);
    if (!row) throw DomainError.invalid({ account_id: { not_found: true } });
    return { holder: principalOf(row, company), ended: row.deletedAt !== null };
  }
}
