import {
  lockAgainst,
  sshKeyOperations,
  validated,
  type Input,
  type PlainInput,
  type SshKey,
  type View,
} from '@holdfast/contracts';
import { DomainError, pageOf, type CallContext, type ListQuery, type Page } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { AccountNotices, causeOf } from '../mail/account-notices.js';
import { ModulusChecks } from './modulus-checks.js';
import { offeredKey } from './public-key.js';
import type { SshKeyRow } from './ssh-key.entity.js';
import { SshKeyStore } from './ssh-key.store.js';
import { sshKeyView } from './ssh-key.view.js';

/** Whose keys they are; uuids. */
export interface KeyedAccount {
  company: string;
  account: string;
  /**
   * Keeps the account as it is until the transaction ends.
   * @throws DomainError where the caller may not change its keys any more
   */
  hold: (tx: EntityManager) => Promise<void>;
}

type Creation = Pick<Input<typeof sshKeyOperations.create>, 'values' | 'problems' | '~validated'>;
type Change = PlainInput & Pick<Input<typeof sshKeyOperations.update>, 'values' | '~validated'>;

/** The SSH keys of one account, whoever looks after them. */
@Injectable()
export class AccountSshKeys {
  constructor(
    private readonly source: DataSource,
    private readonly keys: SshKeyStore,
    private readonly moduli: ModulusChecks,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
  ) {}

  async list({ account }: KeyedAccount, list: ListQuery): Promise<Page<View<typeof SshKey>>> {
    return pageOf(await this.keys.list(account, list), sshKeyView);
  }

  async show(holder: KeyedAccount, id: string): Promise<View<typeof SshKey>> {
    return sshKeyView(await this.found(holder, id));
  }

  /**
   * @throws DomainError `invalid` where it is no key, or one that anybody can use, or somebody of the company has it
   */
  async create(ctx: CallContext, holder: KeyedAccount, input: Creation): Promise<View<typeof SshKey>> {
    const { company, account, hold } = holder;
    const { values, problems } = input;
    const { content } = values;
    const key = content === undefined ? undefined : offeredKey(content);
    const { fingerprint, modulus } = key ?? {};
    if (content !== undefined && !key) problems.add('content', { invalid: true });
    if (fingerprint !== undefined && (await this.keys.taken(company, fingerprint)))
      problems.add('content', { reserved: true });
    else if (modulus !== undefined && (await this.moduli.isOpen(ctx, modulus)))
      problems.add('content', { invalid: true });
    const given = { companyUuid: company, accountUuid: account, ...validated(input) };
    const complete = { ...given, fingerprint: fingerprint ?? '' };
    const adding = async (tx: EntityManager): Promise<SshKeyRow> => {
      await hold(tx);
      return this.keys.insert(tx, complete);
    };
    const row = await audited(this.source, ctx, adding, { detail: ({ fingerprint }) => ({ fingerprint }) });
    this.notices.newKey(account, 'ssh_key', causeOf(ctx));
    return sshKeyView(row);
  }

  async update(ctx: CallContext, holder: KeyedAccount, input: Change): Promise<View<typeof SshKey>> {
    const row = await this.found(holder, input.id);
    lockAgainst(sshKeyOperations.update, input.sent, sshKeyView(row), input.problems);
    const { title } = validated(input);
    if (title === undefined) return sshKeyView(row);
    const renaming = async (tx: EntityManager): Promise<SshKeyRow> => {
      return this.keys.rename(tx, await this.held(tx, holder, row), title);
    };
    return sshKeyView(await audited(this.source, ctx, renaming));
  }

  async delete(ctx: CallContext, holder: KeyedAccount, id: string): Promise<View<typeof SshKey>> {
    const shown = await this.found(holder, id);
    const removing = async (tx: EntityManager): Promise<SshKeyRow> => {
      const held = await this.held(tx, holder, shown);
      await this.keys.remove(tx, held);
      return held;
    };
    const row = await audited(this.source, ctx, removing, {
      detail: ({ title, fingerprint }) => ({ title, fingerprint }),
    });
    this.events.changed({ company: row.companyUuid, accounts: [row.accountUuid] });
    return sshKeyView(row);
  }

  /** The account and the key as they are now: somebody may have removed the key since it was shown. */
  private async held(tx: EntityManager, { hold }: KeyedAccount, { uuid }: SshKeyRow): Promise<SshKeyRow> {
    await hold(tx);
    const row = await this.keys.held(tx, uuid);
    if (!row) throw DomainError.notFound();
    return row;
  }

  private async found({ account }: KeyedAccount, id: string): Promise<SshKeyRow> {
    const row = await this.keys.find(account, id);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
