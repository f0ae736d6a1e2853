import type { Contender } from './fair-slots.js';

/** Something that runs for its parties. */
export class ContenderStub implements Contender {
  readonly parties: readonly string[];
  places?: number;
  rate?: number;
  begun = false;
  crawls = false;
  ended = false;

  constructor(...parties: string[]) {
    this.parties = parties;
  }

  begin(): void {
    this.begun = true;
  }

  slow(): boolean {
    return this.crawls;
  }

  end(): void {
    this.ended = true;
  }
}

/** So many of one party. */
export const many = (count: number, ...parties: string[]): ContenderStub[] =>
  Array.from({ length: count }, () => new ContenderStub(...parties));

/** One that takes so many places. */
export const sized = (places: number, ...parties: string[]): ContenderStub =>
  Object.assign(new ContenderStub(...parties), { places });
