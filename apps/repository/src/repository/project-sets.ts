import { loopShare, numbersIn, weightOfSet } from '@holdfast/kernel';
import type { ProjectPlace } from './project-place.js';

/** Some projects, and which of them are whose. */
export interface ProjectPage {
  projects: ProjectPlace[];
  /** Bit sets of their numbers by owner, in base64. */
  sets: Readonly<Record<string, string>>;
}

/** The same with how much each weighs, and without owners whose projects weigh nothing. */
export interface ProjectPart {
  sets: ReadonlyMap<string, Buffer>;
  uuids: readonly string[];
  weights: readonly number[];
}

/**
 * Which projects belong to whom, where many have the same ones: a thousand owners of a thousand projects are a million
 * pairs. They stay sets of bits until somebody's own are asked for.
 */
export class ProjectSets {
  /** Projects that weigh something, by uuid. */
  readonly places = new Map<string, ProjectPlace>();
  private readonly kept: ProjectPart[] = [];
  private readonly totals = new Map<string, number>();

  /** `weighsOnly`: nobody asks for the projects, only for what they weigh. */
  constructor(private readonly weighsOnly: boolean) {}

  get parts(): readonly ProjectPart[] {
    return this.kept;
  }

  /** `weigh`: how much each project weighs, by uuid; the others weigh nothing. */
  async add({ projects, sets }: ProjectPage, weigh: ReadonlyMap<string, number>): Promise<void> {
    const weights = projects.map(({ uuid }) => weigh.get(uuid) ?? 0);
    const heavy = new Map<string, Buffer>();
    for (const [owner, text] of Object.entries(sets)) {
      if (loopShare.isOver) await loopShare.pass();
      const set = Buffer.from(text, 'base64');
      const weight = weightOfSet(set, weights);
      if (weight === 0) continue;
      this.totals.set(owner, this.weightOf(owner) + weight);
      heavy.set(owner, set);
    }
    if (this.weighsOnly || heavy.size === 0) return;
    this.kept.push({ sets: heavy, uuids: projects.map(({ uuid }) => uuid), weights });
    for (const place of projects) if (weigh.has(place.uuid)) this.places.set(place.uuid, place);
  }

  /** What the owner's projects weigh together. */
  weightOf(owner: string): number {
    return this.totals.get(owner) ?? 0;
  }

  /** For each owner the first of the owners who has the same projects. */
  async firstAlike(owners: readonly string[]): Promise<Map<string, string>> {
    const first = new Map<string, string>();
    const alike = new Map<string, string>();
    for (const owner of owners) {
      if (loopShare.isOver) await loopShare.pass();
      const key = this.kept.map(({ sets }) => sets.get(owner)?.toString('base64') ?? '').join();
      const known = first.get(key) ?? owner;
      first.set(key, known);
      alike.set(owner, known);
    }
    return alike;
  }
}

/** The uuids of the owner's projects in a part that weigh something. */
export const heavyOf = ({ sets, uuids, weights }: ProjectPart, owner: string): string[] => {
  const set = sets.get(owner);
  if (!set) return [];
  return [...numbersIn(set, uuids.length)].filter((at) => weights[at] > 0).map((at) => uuids[at]);
};
