import { validated, type Input, type PlainInput } from '@holdfast/contracts';
import { keepsakeOperations } from '@holdfast/contracts/testing';
import { actor, DomainError, pageOf, projectOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { KeepsakeRow } from './keepsake.entity.js';
import { KeepsakeStore } from './keepsake.store.js';
import { keepsakeView } from './keepsake.view.js';

@Controller()
export class KeepsakeService {
  constructor(
    private readonly source: DataSource,
    private readonly keepsakes: KeepsakeStore,
  ) {}

  @Handles(keepsakeOperations.list)
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.keepsakes.list(projectOf(ctx).uuid, list), keepsakeView);
  }

  @Handles(keepsakeOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    return keepsakeView(await this.found(ctx, id));
  }

  @Handles(keepsakeOperations.create)
  async create(ctx: CallContext, input: Input<typeof keepsakeOperations.create>) {
    const project = projectOf(ctx);
    const { account } = actor(ctx);
    const given = {
      ...validated(input),
      projectUuid: project.uuid,
      projectId: project.id,
      creatorUuid: account.uuid,
      creatorId: account.id,
    };
    return keepsakeView(await audited(this.source, ctx, (tx) => this.keepsakes.insert(tx, given)));
  }

  @Handles(keepsakeOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput) {
    const row = await this.found(ctx, id);
    await audited(this.source, ctx, async (tx) => {
      if (!(await this.keepsakes.remove(tx, row))) throw DomainError.notFound();
      return row;
    });
    return keepsakeView(row);
  }

  private async found(ctx: CallContext, id: string): Promise<KeepsakeRow> {
    const row = await this.keepsakes.find(projectOf(ctx).uuid, id);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
