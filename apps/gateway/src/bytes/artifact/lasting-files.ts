import {
  artifactFeed,
  repositoryFeed,
  type FileAnswer,
  type FileDecision,
  type FileGrant,
  type FileRequest,
  type Lasting,
} from '@holdfast/contracts';
import { directoryOf, parseArtifactPath } from '@holdfast/artifact-spi';
import { shareOf, type Principal, type RepositoryScope } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { InvalidatingCache } from '../../session/invalidating-cache.js';
import { revocable } from '../../session/revocable.js';
import { indexTag, repositoryTag } from '../../session/revoked.js';

/** An answer whose body is as it is sent. */
export type Ready = Omit<FileAnswer, 'text' | 'base64'> & { body: Buffer };

/** A decision; one that was kept has its body at hand. */
export type Decided = FileDecision | Ready;

/** `of`: how many repositories it is about. */
type Kept = (Ready | FileGrant) & { lasting: Lasting; of: number };

/** Most bytes of small files that are kept. */
const keptBytes = 32 * 1024 * 1024;

/**
 * Decisions about released files, which only a deletion changes, and about computed indexes. They are forgotten when
 * the artifact service says that it removed something of the repository or that the index is another, when the
 * repository changed, and after half a minute anyway.
 */
export class LastingFiles {
  private readonly kept: InvalidatingCache<Kept>;

  constructor(rpc: Rpc) {
    this.kept = revocable('files', rpc, [artifactFeed, repositoryFeed], {
      bytes: keptBytes,
      sizeOf: (decision, key) =>
        300 + 700 * decision.of + 2 * key.length + (decision.is === 'answer' ? decision.body.length : 0),
    });
  }

  /**
   * The kept decision about the request, else the one that `decide` makes now. It depends on nothing but the path and
   * what is served there, which is the content of the repository or, of a group, that of its members. It waits in the
   * turn of who asks, so nobody shares the question of another account.
   */
  async decision(
    { uuid, members: group }: Pick<RepositoryScope, 'uuid' | 'members'>,
    principal: Principal,
    request: FileRequest,
    decide: () => Promise<FileDecision>,
  ): Promise<Decided> {
    if (request.method !== 'GET' || Object.keys(request.headers).length > 0) return decide();
    // However it is encoded: one file is kept once. What the service refuses to read is not kept at all.
    const path = parseArtifactPath(request.path);
    if ('refused' in path) return decide();
    let made: FileDecision | undefined;
    const members = group ?? [uuid];
    // A group answers with other headers than its only member.
    const place = group ? `group ${group.join()}` : uuid;
    const kept = await this.kept.get(
      `${place}\0${path.value}${path.directory ? '/' : ''}`,
      async () => {
        made = await decide();
        return keepable(made, members.length);
      },
      ({ lasting: { index } }) =>
        members.flatMap((repository) => [
          repositoryTag(repository),
          ...(index === undefined ? [] : [indexTag(repository, index)]),
        ]),
      shareOf(principal),
    );
    // Two requests that asked together: the second has no decision of its own when the first one's does not last.
    return kept ?? made ?? decide();
  }

  /**
   * Something was written through this gateway: who reads through it sees that at once, for the event may come after
   * the answer.
   */
  written(repository: string, path: string, deed: 'deploy' | 'remove'): void {
    if (deed === 'remove') return this.kept.drop([repositoryTag(repository)]);
    const parsed = parseArtifactPath(path);
    const own = 'refused' in parsed ? '' : directoryOf(parsed.value);
    this.kept.drop([indexTag(repository, own), indexTag(repository, directoryOf(own))]);
  }
}

const keepable = (made: FileDecision, of: number): Kept | undefined => {
  if (made.is === 'upload' || made.is === 'download' || !made.lasting) return undefined;
  const { lasting } = made;
  return made.is === 'answer' ? { ...ready(made), lasting, of } : { ...made, lasting, of };
};

/** Decoded once, into memory of its own: a small part of a larger piece would keep all of it. */
const ready = ({ text, base64, ...answer }: FileAnswer): Ready => {
  const decoded = Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8');
  const body = Buffer.allocUnsafeSlow(decoded.length);
  decoded.copy(body);
  return { ...answer, body };
};

/** The body of an answer as it is sent. */
export const bodyOf = (answer: FileAnswer | Ready): string | Buffer => {
  if ('body' in answer) return answer.body;
  return answer.text ?? (answer.base64 === undefined ? '' : Buffer.from(answer.base64, 'base64'));
};
