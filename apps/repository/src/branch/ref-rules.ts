import { may, seesProject } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  projectOf,
  type AttributeErrors,
  type CallContext,
  type Principal,
  type ProjectScope,
} from '@holdfast/kernel';
import {
  mistakenByUpdate,
  mistakenRule,
  refsToTestForForce,
  refusalsInTurns,
  roomFor,
  type Abilities,
  type Reading,
  type RefRefusal,
  type RefUpdate,
  type VcsKind,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { ProtectedBranchStore } from './protected-branch.store.js';
import type { Protection } from './protection.js';
import { RefRoom } from './ref-room.js';
import { meantCommits } from './meant-commits.js';
import { refSnapshots } from './ref-snapshots.js';

/** Where refs are to change. */
interface Judged {
  /** Of the repository. */
  uuid: string;
  kind: VcsKind;
  data: VcsRepository;
  /** For whom it is judged. */
  reading: Reading;
  /** The default branch as it will be, where it changes with the refs. */
  head?: string | undefined;
  /** They change together or not at all. Absent: what is deleted goes first. */
  together?: boolean | undefined;
}

/** A branch or tag that somebody makes through the API. */
interface NewRef {
  sort: 'branch' | 'tag';
  id: string;
  /** Its full id; absent where it is not known. */
  commit?: string | undefined;
}

const changing = 'the rules of the repository change';

/** What protects the branches that are to change. */
interface Found {
  /** The default branch, or what it will be. */
  seen: string | undefined;
  protection: Protection | undefined;
  /** The patterns of those of them that match one. */
  matched: ReadonlyMap<string, string> | undefined;
}

/** What is forbidden of some changes. */
export interface Verdict {
  refused: RefRefusal[];
  /** Whether nobody has changed what they were judged by, in the turn in which it is answered. */
  isStill: () => Promise<boolean>;
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

  /** Nobody else has had a turn since it was seen that the rules are the same. */
  async judge(
    judged: Judged,
    updates: readonly RefUpdate[],
    abilities: Abilities,
    forcedOf: Forced,
  ): Promise<Verdict> {
    const { uuid, kind, data, reading } = judged;
    for (;;) {
      const protection = data.branches && (await this.protectedBranches.of(uuid, data.branches));
      const version = protection?.version;
      const seen = judged.head ?? (await data.head());
      const matched = await protection?.matching(branchesOf(kind, updates, seen));
      const { refused, isRoomLeft } = await this.look(
        { ...judged, seen, protection, matched },
        updates,
        abilities,
        forcedOf,
      );
      const isStill = async (): Promise<boolean> => {
        const head = judged.head ?? (await data.head());
        return head === seen && protection?.version === version && isRoomLeft();
      };
      // What is protected since may be one of these branches; who is refused was so a moment ago.
      if (refused.length > 0 || (await isStill())) return { refused, isStill };
      if (Date.now() > reading.deadline) throw DomainError.unavailable(changing);
    }
  }

  /**
   * Why nobody of these abilities makes this branch or tag through the API: clients would take it for one that he may
   * not move. It is so now, as with `judge`: whoever begins in the same turn has begun what the rules allow.
   */
  async problemOf(
    ctx: CallContext,
    { uuid, kind, data, reading }: Judged,
    { sort, id: name, commit = '' }: NewRef,
  ): Promise<AttributeErrors | undefined> {
    const update = { sort, name, new: commit };
    const abilities = abilitiesOf(actor(ctx), projectOf(ctx));
    for (;;) {
      const head = await data.head();
      if (mistakenByUpdate(kind, update, head).length === 0) return undefined;
      const protection = data.branches && (await this.protectedBranches.of(uuid, data.branches));
      const version = protection?.version;
      const [branch, tag, meant] = await Promise.all([
        data.branches?.snapshot(reading),
        data.tags?.snapshot(reading),
        meantCommits({ kind, data, reading }, [update], abilities),
      ]);
      const isProtected = (each: string): boolean => protection?.covers(each) === true;
      const patternOf = (each: string): string | undefined => protection?.patternOf(each);
      const circumstances = {
        kind,
        abilities,
        isProtected,
        patternOf,
        present: { branch, tag, commit: meant },
      };
      const rule = mistakenRule(update, { ...circumstances, ...(head === undefined ? {} : { head }) });
      if (rule) return { locked: true };
      const after = await data.head();
      if (after === head && protection?.version === version) return undefined;
      if (Date.now() > reading.deadline) throw DomainError.unavailable(changing);
    }
  }

  /** For who makes one in this turn of the event loop. @throws DomainError `invalid` where there is a `problemOf` it */
  async mustAllow(ctx: CallContext, judged: Judged, ref: NewRef): Promise<void> {
    const problem = await this.problemOf(ctx, judged, ref);
    if (problem) throw DomainError.invalid({ id: problem });
  }

  /**
   * The branches that change by these updates, and those for which clients would take what they make: who protects one
   * waits for it.
   */
  async branchesOf(
    { kind, data }: Pick<Judged, 'kind' | 'data'>,
    updates: readonly RefUpdate[],
  ): Promise<string[]> {
    return [...branchesOf(kind, updates, kind.mistakenFor && (await data.head()))];
  }

  /** `isRoomLeft`: whether there is still room for them. */
  private async look(
    { uuid, kind, data, reading, seen: head, together = false, protection, matched }: Judged & Found,
    updates: readonly RefUpdate[],
    abilities: Abilities,
    forcedOf: Forced,
  ): Promise<{ refused: RefRefusal[]; isRoomLeft: () => boolean }> {
    const isProtected = (branch: string): boolean =>
      protection?.flags.has(branch) === true || matched?.has(branch) === true;
    const [forced, refs, commit] = await Promise.all([
      forcedOf(refsToTestForForce(updates, { abilities, isProtected })),
      isAboutNames(data, updates) ? refSnapshots(data, reading) : undefined,
      meantCommits({ kind, data, reading }, updates, abilities),
    ]);
    const room = refs && this.room.left(uuid, refs);
    const refused = await refusalsInTurns(updates, {
      kind,
      abilities,
      ...(head === undefined ? {} : { head }),
      isProtected,
      patternOf: (name) => matched?.get(name),
      isForced: (ref) => forced.has(ref),
      together,
      ...(refs && { present: { ...refs.named, commit }, room }),
    });
    const isRoomLeft = (): boolean => {
      if (!refs || room === undefined) return true;
      const left = this.room.left(uuid, refs);
      return left >= room || roomFor(updates, left) <= Math.max(0, left);
    };
    return { refused, isRoomLeft };
  }
}

/**
 * A commit of Subversion names nothing. It may be the one that removes branches of which there are too many to be read.
 */
const isAboutNames = (data: VcsRepository, updates: readonly RefUpdate[]): boolean =>
  'otherRefs' in data || updates.some(({ sort }) => sort !== 'other');

/**
 * The branches that a push changes, or that clients would take for others by it. There may be very many: their names
 * are looked at where there are patterns only.
 */
function* branchesOf(
  kind: VcsKind,
  updates: readonly RefUpdate[],
  head: string | undefined,
): Iterable<string> {
  for (const update of updates) {
    if (update.sort === 'branch') yield update.name;
    for (const { sort, name } of mistakenByUpdate(kind, update, head)) if (sort === 'branch') yield name;
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
