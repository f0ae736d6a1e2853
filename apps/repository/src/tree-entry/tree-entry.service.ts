import { treeEntryOperations, type AnsweredBytes, type Input } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  type CallContext,
  type ListChoice,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { Handles, WrittenPage } from '@holdfast/platform/service-host';
import type { Cut, LevelQuery, Tree, TreeEntry, TreeQuery } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { CommitViews } from '../commit/commit-views.js';
import { contentPath } from '../commit/content-path.rules.js';
import { Contents, type ReadableRepository } from '../commit/contents.js';
import { KeptContents } from '../commit/kept-contents.js';
import { invalidWhereTooLarge } from '../commit/too-large.js';
import { FileTickets } from '../transfer/file-tickets.js';
import { isLasting } from './lasting.rules.js';
import { mostWhole, wholeFile } from './whole-file.js';
import { touchedEntryView, treeEntryView, type TreeEntryView } from './tree-entry.view.js';

/** A commit whose files are looked at. */
interface At extends ReadableRepository {
  tree: Tree;
  commit: string;
}

/** The directories and files of the repositories on this node. */
@Controller()
export class TreeEntryService {
  constructor(
    private readonly contents: Contents,
    private readonly tickets: FileTickets,
    private readonly views: CommitViews,
    private readonly kept: KeptContents,
  ) {}

  @Handles(treeEntryOperations.root)
  async root(
    ctx: CallContext,
    { params, list, include }: Input<typeof treeEntryOperations.root>,
  ): Promise<Page<TreeEntryView>> {
    const at = await this.at(ctx, params.commit_id);
    return this.level(ctx, at, '', list, include).catch(invalidWhereTooLarge('commit_id'));
  }

  @Handles(treeEntryOperations.below)
  async below(
    ctx: CallContext,
    { params, list, include }: Input<typeof treeEntryOperations.below>,
  ): Promise<Page<TreeEntryView>> {
    const at = await this.at(ctx, params.commit_id);
    const path = contentPath(params.path);
    if (path === undefined) throw DomainError.notFound();
    return this.level(ctx, at, path, list, include).catch(invalidWhereTooLarge('path'));
  }

  @Handles(treeEntryOperations.files)
  async files(
    ctx: CallContext,
    { params, list }: Input<typeof treeEntryOperations.files>,
  ): Promise<Page<TreeEntryView>> {
    const { tree, commit, reading } = await this.at(ctx, params.commit_id);
    if (!list.active) return none;
    const found = tree.files(queryOf(commit, list), reading);
    return pageOf(await found.catch(invalidWhereTooLarge('commit_id')), treeEntryView);
  }

  /** Files, and symlinks with their targets: nothing else has bytes. */
  @Handles(treeEntryOperations.raw)
  async raw(
    ctx: CallContext,
    { params, headers }: Input<typeof treeEntryOperations.raw>,
  ): Promise<AnsweredBytes> {
    const at = await this.at(ctx, params.commit_id);
    const { commit } = at;
    const path = params.path.endsWith('/') ? undefined : contentPath(params.path);
    const asked = path === undefined ? undefined : this.kept.entry(at, commit, path);
    const entry = await asked?.catch(invalidWhereTooLarge('path'));
    if (entry?.size === undefined) throw DomainError.notFound();
    const lasting = isLasting(at.data, params.commit_id, commit);
    const { id, size } = entry;
    const contents = size > mostWhole ? undefined : await this.kept.file(at, id, mostWhole);
    if (contents) return { whole: wholeFile(contents, { id, lasting }, headers) };
    return this.tickets.open(ctx, { file: { id, commit, path: entry.path, lasting } }, headers);
  }

  private async level(
    ctx: CallContext,
    at: At,
    path: string,
    list: ListQuery,
    include: readonly string[],
  ): Promise<Page<TreeEntryView>> {
    const { tree, commit, reading, repository } = at;
    const withCommits = include.includes('commit');
    const query = { ...queryOf(commit, list), path, withCommits };
    if (!withCommits) return this.plain(ctx, at, query, list);
    const page = await tree.level(query, reading);
    if (!page) throw DomainError.notFound();
    if (!list.active) return none;
    const touched = page.results.flatMap(({ commit: last }) => (last ? [last] : []));
    const commits = await this.views.byId(ctx, touched, repository);
    return pageOf(page, (entry) => touchedEntryView(entry, commits));
  }

  /** A page of which nothing depends on who reads it, or when. */
  private async plain(
    { deadline }: CallContext,
    at: At,
    query: LevelQuery,
    list: ListQuery,
  ): Promise<Page<TreeEntryView>> {
    let found: Cut<TreeEntry> | undefined;
    const ask = async (): Promise<WrittenPage<TreeEntryView> | undefined> => {
      found = await at.tree.level(query, at.reading);
      return found && WrittenPage.of(pageOf(found, treeEntryView), deadline);
    };
    const isWhole = (): boolean =>
      found?.results.every(isSized) === true && (!found.more || found.results.length === query.limit);
    const page = await this.kept.level(at, query, ask, isWhole);
    if (!page) throw DomainError.notFound();
    return list.active ? page : none;
  }

  /** @throws DomainError `not_found` where the revision names no commit */
  private async at(ctx: CallContext, revision: string): Promise<At> {
    const found = this.contents.of(ctx);
    const commit = await found?.log.find(revision, found.reading);
    const tree = found?.data.tree;
    if (!tree || commit === undefined) throw DomainError.notFound();
    return { ...found, tree, commit };
  }
}

/** Whose size is known; a file whose object is missing may get one. */
const isSized = ({ type, size }: TreeEntry): boolean =>
  size !== undefined || type === 'directory' || type === 'submodule';

const none: Page<TreeEntryView> = { results: [], more: false };

/** What each part of a query asks of a tree. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<TreeQuery> } = {
  // No file is deactivated: the lists answer that by themselves.
  active: () => ({}),
  filters: () => ({}),
  // A file of a commit has no time of its own.
  before: () => ({}),
  after: () => ({}),
  searchTerm: ({ searchTerm }) => (searchTerm === undefined ? {} : { text: searchTerm }),
};

const queryOf = (commit: string, query: ListQuery): TreeQuery => {
  const { limit, offset, descending } = query;
  const page = { commit, limit, offset, backwards: descending };
  return Object.values(questions).reduce((asked, ask) => ({ ...asked, ...ask(query) }), page);
};
