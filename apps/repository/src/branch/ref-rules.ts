import { may, seesProject } from '@holdfast/contracts';
import type { Principal, ProjectScope } from '@holdfast/kernel';
import {
  refsToTestForForce,
  refusals,
  type Abilities,
  type Reading,
  type RefRefusal,
  type RefUpdate,
  type VcsKind,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { ProtectedBranchStore } from './protected-branch.store.js';
import { RefRoom } from './ref-room.js';

/** Where refs are to change. */
interface Judged {
  /** Of the repository. */
  uuid: string;
  kind: VcsKind;
  data: VcsRepository;
  /** For whom it is judged. */
  reading: Reading;
}

/** Which of these refs (full names) would lose commits. */
type Forced = (refs: readonly string[]) => Promise<ReadonlySet<string>>;

/** What changes of refs with new objects are judged by, whichever door they come through. */
@Injectable()
export class RefRules {
  constructor(
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly room: RefRoom,
  ) {}

  /** The updates that are forbidden now. After the last look at the rules nobody else has had a turn. */
  async refusals(
    { uuid, kind, data, reading }: Judged,
    updates: readonly RefUpdate[],
    abilities: Abilities,
    forcedOf: Forced,
  ): Promise<RefRefusal[]> {
    const flags = data.branches ? await this.protectedBranches.of(uuid, data.branches) : new Set();
    const isProtected = (branch: string): boolean => flags.has(branch);
    const suspects = refsToTestForForce(updates, { abilities, isProtected });
    const [head, forced, branch, tag] = await Promise.all([
      data.head(),
      forcedOf(suspects),
      data.branches?.snapshot(reading),
      data.tags?.snapshot(reading),
    ]);
    return refusals(updates, {
      kind,
      abilities,
      ...(head === undefined ? {} : { head }),
      isProtected,
      isForced: (ref) => forced.has(ref),
      present: { branch, tag },
      room: this.room.left(uuid, [branch, tag]),
    });
  }
}

/** What a caller may do to the refs of a project's repositories. */
export const abilitiesOf = (caller: Principal | undefined, project: ProjectScope | undefined): Abilities => {
  if (!caller || !project || !seesProject(caller, project))
    return { write: false, protectedPush: false, moveTags: false };
  return {
    write: may('repository.write', caller, { project }),
    protectedPush: may('branch.push_protected', caller, { project }),
    moveTags: may('tag.move', caller, { project }),
  };
};
