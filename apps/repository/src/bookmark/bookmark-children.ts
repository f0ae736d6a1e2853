import { repositoryCalls, type Children, type ListChildren } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingFor } from '../placement/reading-of.js';
import { ChildrenByNode } from '../related/children-by-node.js';
import { childrenOfSnapshots } from '../related/children-of-snapshot.js';
import type { RelatedSource } from '../related/related-source.js';
import { bookmarkView } from './bookmark.view.js';

/** Bookmarks in the answers of repositories. */
@Injectable()
export class BookmarkChildren implements RelatedSource {
  readonly object = 'bookmark';
  readonly below: RelatedSource['below'] = {
    repository: (ctx, asked) =>
      this.byNode.children(repositoryCalls.bookmarkChildren, ctx, asked, (part) =>
        this.onThisNode(ctx, part),
      ),
  };

  constructor(
    private readonly store: RepositoryStore,
    private readonly local: LocalRepositories,
    private readonly byNode: ChildrenByNode,
  ) {}

  onThisNode(ctx: CallContext, asked: ListChildren): Promise<Children> {
    return childrenOfSnapshots(this.store, asked, async (row) => {
      const bookmarks = this.local.open(row)?.data.bookmarks;
      if (!bookmarks) return undefined;
      return {
        snapshot: await bookmarks.snapshot(readingFor(ctx, row.company)),
        views: (page) => Promise.resolve(page.map((each) => bookmarkView(each, row))),
      };
    });
  }
}
