import type { CallContext, ListQuery, Page } from '@holdfast/kernel';
import { columnsOf, listPage, type Condition, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileRow } from '../artifact-file/file.entity.js';
import { PageStarts } from './page-starts.js';

/** What the index has of a path. */
const beginningOf = (path: string): string => `left(${path}, 512)`;

export const artifactList: ListSource = {
  name: 'artifacts',
  rows: (source) => source.createQueryBuilder(FileRow, 'f').select(columnsOf(FileRow, 'f')),
  columns: { id: [beginningOf('f.path'), 'f.path'], updated_at: 'f.modified_at' },
  search: { id: 'f.search_text' },
  searchText: 'f.search_text',
  updatedAt: 'f.modified_at',
};

/** Lists of files. */
@Injectable()
export class ArtifactListQuery {
  constructor(
    private readonly source: DataSource,
    private readonly starts: PageStarts,
  ) {}

  async ofRepository(ctx: CallContext, repository: string, query: ListQuery): Promise<Page<FileRow>> {
    const inRepository: Condition = { sql: 'f.repository = :repository', parameters: { repository } };
    const read = (page: ListQuery, conditions: Condition[]): Promise<Page<FileRow>> =>
      listPage({ source: this.source, deadline: ctx.deadline }, artifactList, page, conditions);
    if ((query.sort ?? 'id') !== 'id') return read(query, [inRepository]);
    const start = this.starts.of(ctx, repository, query);
    const page =
      start === undefined
        ? await read(query, [inRepository])
        : await read({ ...query, offset: 0 }, [inRepository, beyond(start, query)]);
    this.starts.keep(
      ctx,
      repository,
      query,
      page.results.map(({ path }) => path),
    );
    return page;
  }
}

/** What stands after an id in the order of the list. */
export const beyond = (start: string, { descending }: Pick<ListQuery, 'descending'>): Condition => ({
  sql: `(${beginningOf('f.path')}, f.path) ${descending ? '<' : '>'} (${beginningOf(':start')}, :start)`,
  parameters: { start },
});
