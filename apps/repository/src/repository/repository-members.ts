import { isUuid, type Problems } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { MemberRepository, RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { membersProblem } from './repository.rules.js';

/** Finds the repositories that a group is to serve. What is wrong with them is added to the problems. */
@Injectable()
export class RepositoryMembers {
  constructor(private readonly store: RepositoryStore) {}

  /** `names`: ids or uuids, whose order stays. */
  async find(
    group: Pick<RepositoryRow, 'project' | 'type'>,
    names: readonly string[],
    problems: Problems,
  ): Promise<MemberRepository[]> {
    const rows = await this.store.findActive(group.project, names);
    const named = new Map(rows.flatMap((row) => [row.id, row.uuid].map((name) => [name, row] as const)));
    const members = names.map((name) => named.get(isUuid(name) ? name.toLowerCase() : name));
    const problem = membersProblem(group, members);
    if (problem) problems.add('members', problem);
    return members
      .filter((member) => member !== undefined)
      .map(({ uuid, id, redeploy }) => ({ uuid, id, redeploy: redeploy ?? false }));
  }

  /** `sent`: what a repository of an artifact type is to have. Undefined: it keeps what it has, a group or none. */
  async findNew(
    present: Pick<RepositoryRow, 'project' | 'type' | 'members'>,
    sent: readonly string[] | null | undefined,
    problems: Problems,
  ): Promise<MemberRepository[] | undefined> {
    if (sent === undefined) return undefined;
    if (present.members && sent) return this.find(present, sent, problems);
    if (present.members || sent) problems.add('members', { locked: true });
    return undefined;
  }
}
