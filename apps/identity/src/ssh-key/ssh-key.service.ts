import { lockAgainst, sshKeyOperations, validated, type Input, type PlainInput } from '@holdfast/contracts';
import { actor, DomainError, pageOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { holdAccount } from '../account/held-account.query.js';
import { AccountNotices, causeOf } from '../mail/account-notices.js';
import { fingerprintOf } from './public-key.js';
import type { SshKeyRow } from './ssh-key.entity.js';
import { SshKeyStore } from './ssh-key.store.js';
import { sshKeyView } from './ssh-key.view.js';

@Controller()
export class SshKeyService {
  constructor(
    private readonly source: DataSource,
    private readonly keys: SshKeyStore,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
  ) {}

  @Handles(sshKeyOperations.list)
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.keys.list(actor(ctx).account.uuid, list), sshKeyView);
  }

  @Handles(sshKeyOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    return sshKeyView(await this.found(ctx, id));
  }

  @Handles(sshKeyOperations.create)
  async create(ctx: CallContext, input: Input<typeof sshKeyOperations.create>) {
    const { company, account } = actor(ctx);
    const { values, problems } = input;
    const { content } = values;
    const fingerprint = content === undefined ? undefined : fingerprintOf(content);
    if (content !== undefined && fingerprint === undefined) problems.add('content', { invalid: true });
    if (fingerprint !== undefined && (await this.keys.taken(company.uuid, fingerprint)))
      problems.add('content', { reserved: true });
    const given = { companyUuid: company.uuid, accountUuid: account.uuid, ...validated(input) };
    const complete = { ...given, fingerprint: fingerprint ?? '' };
    const adding = async (tx: EntityManager) => {
      if (!(await holdAccount(tx, account.uuid))) throw new DomainError('unauthenticated');
      return this.keys.insert(tx, complete);
    };
    const row = await audited(this.source, ctx, adding, { detail: ({ fingerprint }) => ({ fingerprint }) });
    this.notices.newKey(account.uuid, 'ssh_key', causeOf(ctx));
    return sshKeyView(row);
  }

  @Handles(sshKeyOperations.update)
  async update(ctx: CallContext, input: Input<typeof sshKeyOperations.update>) {
    const row = await this.found(ctx, input.id);
    lockAgainst(sshKeyOperations.update, input.sent, sshKeyView(row), input.problems);
    const { title } = validated(input);
    if (title === undefined) return sshKeyView(row);
    return sshKeyView(await audited(this.source, ctx, (tx) => this.keys.rename(tx, row, title)));
  }

  @Handles(sshKeyOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput) {
    const row = await this.found(ctx, id);
    const removing = async (tx: EntityManager) => {
      await this.keys.remove(tx, row);
      return row;
    };
    await audited(this.source, ctx, removing, {
      detail: ({ title, fingerprint }) => ({ title, fingerprint }),
    });
    this.events.changed({ company: row.companyUuid, accounts: [row.accountUuid] });
    return sshKeyView(row);
  }

  private async found(ctx: CallContext, id: string): Promise<SshKeyRow> {
    const row = await this.keys.find(actor(ctx).account.uuid, id);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
