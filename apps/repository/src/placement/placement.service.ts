import { repositoryCalls, type PrepareRepository } from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { Creations } from './creations.js';

/** Answers other nodes, which have given this one a new repository. */
@Controller()
export class PlacementService {
  constructor(private readonly creations: Creations) {}

  @HandlesCall(repositoryCalls.prepare, { node: true })
  async prepare(_ctx: CallContext, wanted: PrepareRepository): Promise<void> {
    if (!isUuid(wanted.uuid)) throw DomainError.notFound();
    await this.creations.prepare(wanted);
  }
}
