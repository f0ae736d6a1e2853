import { MergedFacts, type ArtifactKind } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import {
  MemberIndexStore,
  type MemberFacts,
  type MemberIndexState,
} from '../artifact-file/member-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { inSteps } from '../turns/in-steps.js';
import { asForbidden, mostFacts, mostNameBytes, refuseTooMany } from './index-bounds.js';
import {
  IndexService,
  manyFacts,
  muchContributed,
  readingAttempts,
  type IndexCall,
} from './index.service.js';
import { RenderedIndexes, stateOf, type RenderedIndex } from './rendered-indexes.js';

/**
 * Indexes of groups: what one would be whose members' files lay in one repository. Where one member alone has an index,
 * it is that one's. Else it is rendered once for the states of all of them, and kept in memory only: serving it costs
 * one look at the states, however many members and versions there are.
 */
@Injectable()
export class MemberIndexes {
  constructor(
    private readonly store: MemberIndexStore,
    private readonly each: FileIndexStore,
    private readonly indexes: IndexService,
    private readonly turns: HeavyTurns,
    private readonly rendered: RenderedIndexes,
  ) {}

  /** `members`: uuids of the repositories, in their order. */
  async find(
    call: IndexCall,
    members: readonly string[],
    directory: string,
  ): Promise<RenderedIndex | undefined> {
    for (let attempt = 0; attempt < readingAttempts; attempt += 1) {
      const states = await this.store.states(members, directory);
      if (states.length === 0) return undefined;
      const index =
        states.length === 1
          ? await this.ofOne(call, directory, states[0])
          : await this.ofAll(call, directory, states);
      if (index !== undefined) return index || undefined;
    }
    throw new Error('the indexes of members changed faster than they could be read');
  }

  private ofOne(
    call: IndexCall,
    directory: string,
    state: MemberIndexState,
  ): Promise<RenderedIndex | false | undefined> {
    const repository = { ...call.repository, uuid: state.repository };
    return this.indexes.inState({ ...call, repository }, directory, state);
  }

  private async ofAll(
    call: IndexCall,
    directory: string,
    states: readonly MemberIndexState[],
  ): Promise<RenderedIndex | false | undefined> {
    const state = stateOf(directory, states);
    const render = () => this.render(call, directory, states);
    return this.rendered.get(state) ?? this.rendered.once(call.principal, state, render);
  }

  private async render(
    { kind, principal, repository: { uuid: group } }: IndexCall,
    directory: string,
    states: readonly MemberIndexState[],
  ): Promise<RenderedIndex | false> {
    const repositories = states.map(({ repository }) => repository);
    const contributed = states.reduce((sum, each) => sum + each.contributed, 0);
    // Of all together no more is read outside of a turn than of one repository.
    if (contributed <= muchContributed) {
      const most = Math.ceil(manyFacts / repositories.length);
      const files = kind.indexes.listsFiles(directory);
      const some = await this.store.facts(repositories, directory, files, most);
      if (!reaches(some, most)) return this.derive(kind, directory, some);
    }
    const all = async (): Promise<RenderedIndex | false> =>
      this.rendered.get(stateOf(directory, await this.store.states(repositories, directory))) ??
      this.derive(kind, directory, this.oneByOne(kind, repositories, directory));
    return this.turns.run(principal, all, group);
  }

  /** What clients have added to one of them may be some MiB: only that of one is in memory at a time. */
  private async *oneByOne(
    kind: ArtifactKind,
    repositories: readonly string[],
    directory: string,
  ): AsyncGenerator<MemberFacts> {
    const files = kind.indexes.listsFiles(directory);
    for (const repository of repositories) {
      const found = await this.each.facts(repository, directory, files, {
        most: mostFacts + 1,
        bytes: mostNameBytes,
      });
      if (found) yield { repository, ...found };
    }
  }

  private async derive(
    kind: ArtifactKind,
    directory: string,
    found: Iterable<MemberFacts> | AsyncIterable<MemberFacts>,
  ): Promise<RenderedIndex | false> {
    const merged = new MergedFacts(kind.indexes);
    const states: Pick<MemberFacts, 'repository' | 'generation'>[] = [];
    for await (const { repository, generation, facts } of found) {
      await inSteps(merged.add(facts));
      refuseTooMany(merged.size);
      states.push({ repository, generation });
    }
    if (states.length === 0) return false;
    const { facts } = merged;
    const content = await inSteps(kind.indexes.derive(directory, facts)).catch(asForbidden);
    return this.rendered.keep(stateOf(directory, states), content, facts.changed);
  }
}

/** Whether one of them has so many versions or files, so that it may have more. */
const reaches = (found: readonly MemberFacts[], most: number): boolean =>
  found.some(({ facts }) => Math.max(facts.versions.length, facts.files.length) >= most);
