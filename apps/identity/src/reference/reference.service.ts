import {
  identityCalls,
  type Expand,
  type ListChildren,
  type ResolveReferences,
  type ListVisibleProjects,
  type VisibleProjectsAnswer,
} from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import type { Parties, ReadUntil } from '@holdfast/platform/persistence';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unlessAdmin } from '../account/long-reading.js';
import { AccountStore } from '../account/account.store.js';
import { principalOf } from '../account/principal.view.js';
import { childrenOf } from '../related/children.query.js';
import { expanded, resolver } from './reference.query.js';
import { RelatedObjects } from '../related/related-objects.js';
import { visible } from './visible-projects.query.js';

/** So many projects by their uuids are found at once. For each the database may look at all of its groups. */
const few = 10;

const readerOfProjects = ({ company, account, projects }: ListVisibleProjects): Parties | undefined =>
  projects && projects.length <= few ? undefined : [company, account];

/** Answers gateways and services about many objects at once: one statement each, only what the caller may see. */
@Controller()
export class ReferenceService {
  private readonly resolve: ReturnType<typeof resolver>;

  constructor(
    private readonly source: DataSource,
    private readonly accounts: AccountStore,
    private readonly objects: RelatedObjects,
  ) {
    this.resolve = resolver(source, objects);
  }

  @HandlesCall(identityCalls.references)
  references(ctx: CallContext, asked: ResolveReferences) {
    return this.resolve(actor(ctx), asked);
  }

  @HandlesCall(identityCalls.expand, { isLong: unlessAdmin, isPage: true })
  expand(ctx: CallContext, asked: Expand) {
    return expanded(this.source, this.objects, actor(ctx), asked);
  }

  @HandlesCall(identityCalls.children, { form: { children: true } })
  children(ctx: CallContext, asked: ListChildren) {
    return childrenOf(this.until(ctx), this.objects, actor(ctx), asked);
  }

  @HandlesCall(identityCalls.visibleProjects, { longFor: readerOfProjects })
  async projects(ctx: CallContext, asked: ListVisibleProjects): Promise<VisibleProjectsAnswer> {
    const found = await this.accounts.findActive(asked.account);
    if (found?.company.uuid !== asked.company) return { projects: [], more: false };
    return visible(this.until(ctx), principalOf(found.account, found.company), asked);
  }

  private until({ deadline }: CallContext): ReadUntil {
    return { source: this.source, deadline };
  }
}
