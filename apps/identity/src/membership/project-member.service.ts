import { projectMemberOperations, type PlainInput, type ProjectMember, type View } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  isUuid,
  pageOf,
  projectOf,
  wholeList,
  type AccountType,
  type CallContext,
  type ProjectScope,
} from '@holdfast/kernel';
import { listPage, type Condition } from '@holdfast/platform/persistence';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { always } from '../account/long-reading.js';
import { membersOf, projectMemberList } from './project-member.query.js';

interface Member {
  uuid: string;
  id: string;
  type: AccountType;
}

/** The people of a project, whichever way they have their roles. */
@Controller()
export class ProjectMemberService {
  constructor(private readonly source: DataSource) {}

  @Handles(projectMemberOperations.list, { isLong: always })
  async list(ctx: CallContext, { list }: PlainInput) {
    const project = projectOf(ctx);
    const page = await listPage<Member>(this.source, projectMemberList, list, [membership(project)]);
    return pageOf(page, (row) => memberView(project, row));
  }

  @Handles(projectMemberOperations.show, { isLong: always })
  async show(ctx: CallContext, { id }: PlainInput) {
    const project = projectOf(ctx);
    const name = id === 'me' ? actor(ctx).account.uuid : id;
    const named: Condition = {
      sql: isUuid(name) ? 'a.uuid = :name' : 'a.id = :name',
      parameters: { name },
    };
    const one = { ...wholeList, limit: 1 };
    const { results } = await listPage<Member>(this.source, projectMemberList, one, [
      membership(project),
      named,
    ]);
    if (results.length === 0) throw DomainError.notFound();
    return memberView(project, results[0]);
  }
}

const membership = ({ uuid }: ProjectScope): Condition => ({
  sql: membersOf(':project'),
  parameters: { project: uuid },
});

const memberView = ({ id, uuid }: ProjectScope, member: Member): View<typeof ProjectMember> => ({
  project: { id, uuid },
  member: { id: member.id, uuid: member.uuid, type: member.type },
});
