import { numbersIn, weightOfSet } from '@holdfast/kernel';
import type { ProjectPlace } from './project-place.js';

/** Some projects, and which of them are whose. */
export interface ProjectPage {
  projects: ProjectPlace[];
  /** Bit sets of their numbers by owner, in base64. */
  sets: Readonly<Record<string, string>>;
}

/** The same for a part of the projects, with how much each weighs. */
interface Weighed {
  sets: ReadonlyMap<string, Buffer>;
  uuids: readonly string[];
  weights: readonly number[];
}

/**
 * Which projects belong to whom, where many have the same ones: a thousand owners of a thousand projects are a million
 * pairs. They stay sets of bits until somebody's own are asked for.
 */
export class ProjectSets {
  readonly places: ReadonlyMap<string, ProjectPlace>;
  private parts: readonly Weighed[] = [];

  constructor(private readonly pages: readonly ProjectPage[]) {
    this.places = new Map(pages.flatMap(({ projects }) => projects.map((place) => [place.uuid, place])));
  }

  /** Says how much each project weighs, by uuid; the others weigh nothing. */
  weigh(weights: ReadonlyMap<string, number>): void {
    this.parts = this.pages.map(({ projects, sets }) => ({
      uuids: projects.map(({ uuid }) => uuid),
      weights: projects.map(({ uuid }) => weights.get(uuid) ?? 0),
      sets: new Map(Object.entries(sets).map(([owner, set]) => [owner, Buffer.from(set, 'base64')])),
    }));
  }

  /** What the owner's projects weigh together. */
  weightOf(owner: string): number {
    let sum = 0;
    for (const { sets, weights } of this.parts) {
      const set = sets.get(owner);
      if (set) sum += weightOfSet(set, weights);
    }
    return sum;
  }

  /** The uuids of those of the owner's projects that weigh something. */
  heavyOf(owner: string): string[] {
    return this.parts.flatMap(({ sets, uuids, weights }) => {
      const set = sets.get(owner);
      const numbers = set ? [...numbersIn(set, uuids.length)] : [];
      return numbers.filter((at) => weights[at] > 0).map((at) => uuids[at]);
    });
  }

  /** A text that owners of the same projects share. */
  keyOf(owner: string): string {
    return this.pages.map(({ sets }) => sets[owner] ?? '').join();
  }
}
