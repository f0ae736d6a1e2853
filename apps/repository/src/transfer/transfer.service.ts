import { randomUUID } from 'node:crypto';
import {
  limitedOwner,
  repositoryCalls,
  standingOf,
  type LargeBody,
  type OpenedTransfer,
  type OpenTransfer,
  type StagedPlace,
} from '@holdfast/contracts';
import { actor, DomainError, projectOf, repositoryOf, shareOf, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import type { TransferEffect, TransferGrant } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { unavailableInstead } from '../placement/engine-link.js';
import { Placement } from '../placement/placement.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { RepositoryAddresses } from '../repository/repository-address.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { refuseReadOnly } from '../ref-change/ref-caller.js';
import type { TransferCaller } from './transfer-caller.js';
import { refusalReason, transferRefusal } from './transfer.rules.js';

/** Decides whether bytes may flow; they flow through the byte process, with the ticket that is given here. */
@Controller()
export class TransferService {
  constructor(
    private readonly bytes: ByteProcess,
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly addresses: RepositoryAddresses,
    private readonly gate: WriteGate,
  ) {}

  /** @throws DomainError `not_found`, `forbidden` with a reason, `unavailable` */
  @HandlesCall(repositoryCalls.openTransfer, { node: true })
  async open(ctx: CallContext, { service, exchange, pass }: OpenTransfer): Promise<OpenedTransfer> {
    const repository = repositoryOf(ctx);
    const project = projectOf(ctx);
    const principal = actor(ctx);
    const { door } = this.types.of(repository.type);
    const effect = door?.transfers[service];
    if (!door || !effect) throw DomainError.notFound();
    refuse(ctx, effect, door.http.writing);
    const standing = standingOf(principal, project);
    const storage = effect !== 'read' ? limitedOwner(principal.company, project, repository) : undefined;
    const caller: TransferCaller = {
      requestId: ctx.requestId,
      standing,
      ...(effect !== 'read' && ctx.address !== undefined ? { address: ctx.address } : {}),
      ...(storage ? { storage } : {}),
    };
    const grant: TransferGrant = {
      kind: repository.type,
      service,
      exchange,
      directory: this.placement.directory(repository),
      repository: repository.uuid,
      principal: caller,
      requestId: ctx.requestId,
      address: this.addresses.http({
        ...{ company: principal.company.id, project: project.id },
        ...{ type: repository.type, id: repository.id },
      }),
      ...(pass ? { pass } : {}),
      ...(effect === 'read' ? {} : { author: principal.account.id, writes: true as const }),
      ...(storage ? { metered: true } : {}),
      owner: { company: principal.company.uuid, account: shareOf(principal) },
    };
    const reads = effect === 'read' && !pass && door.http.readOf?.(exchange) === service;
    const open = () => this.bytes.open(grant, reads).catch(unavailableInstead);
    return effect === 'read' ? open() : this.gate.during(repository.uuid, ctx.deadline, open);
  }

  /** @throws DomainError likewise, and `invalid` where no such bodies are taken */
  @HandlesCall(repositoryCalls.stageBody, { node: true })
  async stage(ctx: CallContext, { bytes: most, ...place }: LargeBody): Promise<StagedPlace> {
    const repository = repositoryOf(ctx);
    if (!this.types.of(repository.type).vcs) throw DomainError.invalid({ repository: { invalid: true } });
    refuseReadOnly(ctx);
    refuse(ctx, 'write');
    const name = randomUUID();
    const path = '/body';
    const grant = {
      exchange: { method: 'POST', path, headers: {} },
      repository: repository.uuid,
      body: { file: this.placement.body(repository, name), most, place },
    };
    const open = () => this.bytes.open(grant).catch(unavailableInstead);
    const opened = await this.gate.during(repository.uuid, ctx.deadline, open);
    return { ...opened, path, name };
  }
}

/** @throws DomainError where the caller may not do it, or nobody may. `writing`: how the kind calls a write */
const refuse = (ctx: CallContext, effect: TransferEffect, writing?: string): void => {
  const { deleted, mirrored = false } = repositoryOf(ctx);
  const caller = { caller: actor(ctx), project: projectOf(ctx) };
  const refusal = transferRefusal(effect, caller, { deactivated: deleted, mirrored });
  if (refusal === 'hidden') throw DomainError.notFound();
  if (refusal) throw DomainError.forbidden(refusalReason(refusal, writing));
};
