import { validated, type Input, type PlainInput } from '@holdfast/contracts';
import { milestoneOperations } from '@holdfast/contracts/testing';
import { actor, DomainError, pageOf, projectOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MilestoneRow } from './milestone.entity.js';
import { MilestoneStore } from './milestone.store.js';
import { milestoneView } from './milestone.view.js';

@Controller()
export class MilestoneService {
  constructor(
    private readonly source: DataSource,
    private readonly milestones: MilestoneStore,
  ) {}

  @Handles(milestoneOperations.list)
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.milestones.list(projectOf(ctx).uuid, list), milestoneView);
  }

  @Handles(milestoneOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    return milestoneView(await this.found(ctx, id));
  }

  @Handles(milestoneOperations.create)
  async create(ctx: CallContext, input: Input<typeof milestoneOperations.create>) {
    const project = projectOf(ctx);
    const { account } = actor(ctx);
    const given = {
      ...validated(input),
      projectUuid: project.uuid,
      projectId: project.id,
      creatorUuid: account.uuid,
      creatorId: account.id,
    };
    return milestoneView(await audited(this.source, ctx, (tx) => this.milestones.insert(tx, given)));
  }

  @Handles(milestoneOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput) {
    const row = await this.found(ctx, id);
    await audited(this.source, ctx, async (tx) => {
      await this.milestones.remove(tx, row);
      return row;
    });
    return milestoneView(row);
  }

  private async found(ctx: CallContext, id: string): Promise<MilestoneRow> {
    const row = await this.milestones.find(projectOf(ctx).uuid, id);
    if (!row) throw DomainError.notFound();
    return row;
  }
}
