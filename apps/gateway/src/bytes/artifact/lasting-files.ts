import {
  artifactFeed,
  repositoryFeed,
  type FileAnswer,
  type FileDecision,
  type FileGrant,
  type FileRequest,
} from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import type { InvalidatingCache } from '../../session/invalidating-cache.js';
import { revocable } from '../../session/revocable.js';
import { repositoryTag } from '../../session/revoked.js';

type Lasting = FileAnswer | FileGrant;

/** Most bytes of small files that are kept. */
const keptBytes = 64 * 1024 * 1024;

/**
 * Decisions about released files, which only a deletion changes. They are forgotten when the artifact service says
 * that it removed something of the repository, when the repository changed, and after half a minute anyway.
 */
export class LastingFiles {
  private readonly kept: InvalidatingCache<Lasting>;

  constructor(rpc: Rpc) {
    this.kept = revocable(rpc, [artifactFeed, repositoryFeed], {
      max: 50_000,
      bytes: keptBytes,
      sizeOf: (decision) => 1_000 + (decision.is === 'answer' ? (decision.base64?.length ?? 0) : 0),
    });
  }

  /** The kept decision about the request, else the one that `decide` makes now. */
  async decision(
    repository: string,
    request: FileRequest,
    decide: () => Promise<FileDecision>,
  ): Promise<FileDecision> {
    if (request.method !== 'GET' || Object.keys(request.headers).length > 0) return decide();
    let made: FileDecision | undefined;
    const kept = await this.kept.get(
      `${repository}\0${request.path}`,
      async () => {
        made = await decide();
        return made.is !== 'upload' && made.is !== 'download' && made.lasting ? made : undefined;
      },
      () => [repositoryTag(repository)],
    );
    // Two requests that asked together: the second has no decision of its own when the first one's does not last.
    return kept ?? made ?? decide();
  }
}
