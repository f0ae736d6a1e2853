import { archiveFormats, treeEntryOperations, type Input, type OpenedBytes } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { contentPath, isArchivePrefix } from '../commit/content-path.rules.js';
import { Contents } from '../commit/contents.js';
import { invalidWhereTooLarge } from '../commit/too-large.js';
import { FileTickets } from '../transfer/file-tickets.js';
import { isLasting } from './lasting.rules.js';

/** Archives of the files in the repositories on this node. */
@Controller()
export class ArchiveService {
  constructor(
    private readonly contents: Contents,
    private readonly tickets: FileTickets,
  ) {}

  @Handles(treeEntryOperations.archive)
  async archive(
    ctx: CallContext,
    { params, query, headers }: Input<typeof treeEntryOperations.archive>,
  ): Promise<OpenedBytes> {
    const at = this.contents.of(ctx);
    const commit = await at?.log.find(params.commit_id, at.reading);
    if (!at?.data.tree || commit === undefined) throw DomainError.notFound();
    const { prefix } = query;
    if (prefix !== undefined && !isArchivePrefix(prefix))
      throw DomainError.invalid({ prefix: { invalid: true } });
    const path = query.path === undefined ? undefined : contentPath(query.path);
    if (query.path !== undefined) {
      const asked = path === undefined ? undefined : at.data.tree.entry(commit, path, at.reading);
      const entry = await asked?.catch(invalidWhereTooLarge('path'));
      if (!entry) throw DomainError.notFound();
    }
    const archive = {
      commit,
      format: archiveFormats.find((format) => format === query.format) ?? archiveFormats[0],
      name: `${at.repository.id}-${params.commit_id}`.replaceAll(/[^A-Za-z0-9._-]/g, '-'),
      lasting: isLasting(at.data, params.commit_id, commit),
      ...(path === undefined ? {} : { path }),
      ...(prefix === undefined ? {} : { prefix }),
    };
    return this.tickets.open(ctx, { archive }, headers);
  }
}
