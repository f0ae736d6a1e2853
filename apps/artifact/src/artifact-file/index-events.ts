import { directoryOf, type ArtifactKind } from '@holdfast/artifact-spi';
import { indexChanged, type IndexChanged } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** Tells gateways which computed indexes may be others now. */
@Injectable()
export class IndexEvents {
  constructor(private readonly rpc: Rpc) {}

  /**
   * Does work that may change what the file at the path stands in an index for, and tells of it before it answers.
   * Also after a failure: a commit of which nothing was heard may have happened.
   */
  async around<T>(kind: ArtifactKind, repository: string, path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const directories = directoriesOf(kind, path);
      if (directories.length > 0)
        this.rpc.tell(indexChanged, { repository, directories } satisfies IndexChanged);
    }
  }
}

/** An index that was sent, or those of a version and of its artifact. */
const directoriesOf = (kind: ArtifactKind, path: string): string[] => {
  const own = directoryOf(path);
  if (kind.classify(path).is === 'index') return [own];
  const version = kind.versionOf(path);
  return version ? [own, version.artifact] : [];
};
