import { bookmarkOperations, type PlainInput } from '@holdfast/contracts';
import { pageOf, repositoryOf, type CallContext, type Page } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { branchPage, isPlain } from '../branch/branch-page.js';
import { CommitTimes } from '../branch/commit-times.js';
import { RefLists } from '../branch/ref-lists.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { bookmarkView, type BookmarkView } from './bookmark.view.js';

/** The bookmarks of the repositories on this node: pushes make, move and delete them. */
@Controller()
export class BookmarkService {
  constructor(
    private readonly local: LocalRepositories,
    private readonly commitTimes: CommitTimes,
    private readonly lists: RefLists,
  ) {}

  @Handles(bookmarkOperations.list)
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<BookmarkView>> {
    const repository = repositoryOf(ctx);
    const data = this.local.open(repository)?.data;
    const bookmarks = data?.bookmarks;
    if (!bookmarks) return { results: [], more: false };
    const reading = readingOf(ctx);
    const times = (commits: string[]) => this.commitTimes.of(data, commits, reading);
    const protectedAmong = () => Promise.resolve(() => false);
    const read = async () =>
      branchPage({ branches: await bookmarks.snapshot(reading), protectedAmong, times }, list);
    const page = await (isPlain(list) ? read() : this.lists.run(ctx, read));
    return pageOf(page, (each) => bookmarkView(each, repository));
  }
}
