import {
  identityCalls,
  type ObjectReference,
  type ResolvedReferences,
  type ResolveReferences,
} from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

const accounts = statement<ObjectReference>(
  'reference_accounts',
  'select id, uuid, type from account where company_uuid = $1 and uuid = any($2::uuid[])',
);
const projects = statement<ObjectReference>(
  'reference_projects',
  'select id, uuid from project where company_uuid = $1 and uuid = any($2::uuid[])',
);

/** Ids and types for the uuids that other services keep, a page of objects at a time. */
@Controller()
export class ReferenceService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall<ResolveReferences>(identityCalls.references)
  async resolve(ctx: CallContext, asked: ResolveReferences): Promise<ResolvedReferences> {
    const company = actor(ctx).company.uuid;
    const [people, places] = await Promise.all([
      asked.accounts?.length ? accounts(this.source, [company, asked.accounts]) : [],
      asked.projects?.length ? projects(this.source, [company, asked.projects]) : [],
    ]);
    return { accounts: byUuid(people), projects: byUuid(places) };
  }
}

const byUuid = (references: ObjectReference[]): Record<string, ObjectReference> =>
  Object.fromEntries(references.map((reference) => [reference.uuid, reference]));
