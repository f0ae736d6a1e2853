import { artifactOperations, repositoryPath, type PlainInput } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  pageOf,
  projectOf,
  repositoryOf,
  type CallContext,
  type Page,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { FileStore } from '../artifact-file/file.store.js';
import { placeOf } from '../artifact-file/place.js';
import { artifactEnv, type ArtifactEnv } from '../artifact.env.js';
import { OpenKinds } from '../door/open-kinds.js';
import { ArtifactListQuery } from './artifact-list.query.js';
import { artifactView, type ArtifactPlace, type ArtifactView } from './artifact.view.js';

/** The database puts all files in order whose long paths begin alike, even for a page of one. */
const always = (): boolean => true;

/** What was deployed in a repository. One of a kind that the service does not hold has nothing. */
@Controller()
export class ArtifactService {
  constructor(
    private readonly files: FileStore,
    private readonly lists: ArtifactListQuery,
    private readonly kinds: OpenKinds,
    @Inject(artifactEnv) private readonly env: Pick<ArtifactEnv, 'siteUrl'>,
  ) {}

  @Handles(artifactOperations.list, { isLong: always })
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<ArtifactView>> {
    const place = this.place(ctx);
    if (!place) return { results: [], more: false };
    const page = await this.lists.ofRepository(ctx, place.repository.uuid, list);
    return pageOf(page, (row) => artifactView(row, place));
  }

  @Handles(artifactOperations.show)
  async show(ctx: CallContext, { id }: PlainInput): Promise<ArtifactView> {
    const place = this.place(ctx);
    const row = place && (await this.files.row(placeOf(place.repository.uuid, id)));
    if (!row) throw DomainError.notFound();
    return artifactView(row, place);
  }

  private place(ctx: CallContext): ArtifactPlace | undefined {
    const repository = repositoryOf(ctx);
    const open = this.kinds.find(repository.type);
    if (!open) return undefined;
    const ids = { company: actor(ctx).company.id, project: projectOf(ctx).id };
    const url = `${this.env.siteUrl}/${repositoryPath({ ...ids, type: repository.type, id: repository.id })}`;
    return { repository, kind: open.kind, url };
  }
}
