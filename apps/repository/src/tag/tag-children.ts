import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingFor } from '../placement/reading-of.js';
import { ChildrenByNode } from '../related/children-by-node.js';
import { childrenOfSnapshots } from '../related/children-of-snapshot.js';
import type { RelatedSource } from '../related/related-source.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { tagView } from './tag.view.js';

/** Tags in the answers of repositories. */
@Injectable()
export class TagChildren implements RelatedSource {
  readonly object = 'tag';
  readonly below: RelatedSource['below'] = {
    repository: (ctx, asked) =>
      this.byNode.children(repositoryCalls.tagChildren, ctx, asked, (part) => this.onThisNode(ctx, part)),
  };

  constructor(
    private readonly store: RepositoryStore,
    private readonly local: LocalRepositories,
    private readonly byNode: ChildrenByNode,
  ) {}

  onThisNode(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return childrenOfSnapshots(this.store, asked, async (row) => {
      const tags = this.local.open(row)?.data.tags;
      if (!tags) return undefined;
      const reading = readingFor(ctx, row.company);
      return {
        snapshot: await tags.snapshot(reading),
        views: async (page) => {
          const targets = await tags.targets(
            page.map(({ commit }) => commit),
            reading,
          );
          return page.map(({ id }, at) => tagView(id, targets[at], row));
        },
      };
    });
  }
}
