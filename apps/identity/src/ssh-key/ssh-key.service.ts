import { lockAgainst, sshKeyOperations, type Input } from '@holdfast/contracts';
import { actor, DomainError, pageOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { holdAccount } from '../database/held-rows.query.js';
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
  async list(ctx: CallContext, { list }: Input) {
    return pageOf(await this.keys.list(actor(ctx).account.uuid, list), sshKeyView);
  }

  @Handles(sshKeyOperations.show)
  async show(ctx: CallContext, { id }: Input) {
    return sshKeyView(await this.found(ctx, id));
  }

  @Handles(sshKeyOperations.create)
  async create(ctx: CallContext, { values, problems }: Input) {
    const { company, account } = actor(ctx);
    const { title, content } = values as { title: string; content?: string };
    const fingerprint = content === undefined ? undefined : fingerprintOf(content);
    if (content !== undefined && fingerprint === undefined) problems.add('content', { invalid: true });
    if (fingerprint !== undefined && (await this.keys.taken(company.uuid, fingerprint)))
      problems.add('content', { reserved: true });
    problems.throwIfAny();
    const given = { company_uuid: company.uuid, account_uuid: account.uuid, title };
    const complete = { ...given, content: content ?? '', fingerprint: fingerprint ?? '' };
    const adding = async (tx: EntityManager) => {
      if (!(await holdAccount(tx, account.uuid))) throw new DomainError('unauthenticated');
      return this.keys.insert(tx, complete);
    };
    const row = await audited(this.source, ctx, adding, { detail: ({ fingerprint }) => ({ fingerprint }) });
    this.notices.newKey(account.uuid, 'ssh_key', causeOf(ctx));
    return sshKeyView(row);
  }

  @Handles(sshKeyOperations.update)
  async update(ctx: CallContext, { id, values, sent, problems }: Input) {
    const row = await this.found(ctx, id);
    lockAgainst(sshKeyOperations.update, sent, sshKeyView(row), problems);
    problems.throwIfAny();
    const { title } = values as { title?: string };
    if (title === undefined) return sshKeyView(row);
    return sshKeyView(await audited(this.source, ctx, (tx) => this.keys.rename(tx, row, title)));
  }

  @Handles(sshKeyOperations.delete)
  async delete(ctx: CallContext, { id }: Input) {
    const row = await this.found(ctx, id);
    const removing = async (tx: EntityManager) => {
      await this.keys.remove(tx, row);
      return row;
    };
    await audited(this.source, ctx, removing, {
      detail: ({ title, fingerprint }) => ({ title, fingerprint }),
    });
    this.events.changed({ company: row.company_uuid, accounts: [row.account_uuid] });
    return sshKeyView(row);
  }

  private async found(ctx: CallContext, id: string): Promise<SshKeyRow> {
    const row = await this.keys.find(actor(ctx).account.uuid, id);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
