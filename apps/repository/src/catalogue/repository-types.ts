import type { ArtifactKindEntry } from '@holdfast/artifact-spi';
import type { VcsKind, VcsKindEntry } from '@holdfast/vcs-spi';

/** A type that repositories can have. */
export interface RepositoryType {
  id: string;
  defaultIdentifier: string;
  slashInIds: boolean;
  /** Absent for artifact types, which have no directory. */
  vcs?: VcsKind;
  ssh?: VcsKindEntry['ssh'];
  /** How the bytes of such a repository are spoken with; absent where another service holds them. */
  door?: Pick<VcsKindEntry, 'http' | 'transfers'>;
}

/** The types that are open, by the word in addresses. */
export class RepositoryTypes {
  /** What no component of an id may end in, whatever the type. */
  readonly reservedEndings: readonly string[];
  private readonly types: ReadonlyMap<string, RepositoryType>;

  constructor(
    vcs: readonly { entry: VcsKindEntry; kind: VcsKind }[],
    artifacts: readonly Pick<ArtifactKindEntry, 'id' | 'defaultIdentifier'>[],
  ) {
    const open: RepositoryType[] = [
      ...vcs.map(({ entry, kind }) => ({
        id: entry.id,
        defaultIdentifier: kind.defaultReference,
        slashInIds: entry.slashInIds,
        vcs: kind,
        ssh: entry.ssh,
        door: entry,
      })),
      ...artifacts.map(({ id, defaultIdentifier }) => ({
        id,
        defaultIdentifier,
        slashInIds: false,
      })),
    ];
    this.reservedEndings = [...new Set(vcs.flatMap(({ entry }) => entry.reservedEndings))];
    this.types = new Map(open.map((type) => [type.id, type]));
  }

  find(id: string): RepositoryType | undefined {
    return this.types.get(id);
  }

  /** The type of a stored repository: its kind was open when it was made. */
  of(id: string): RepositoryType {
    const type = this.types.get(id);
    if (!type) throw new Error(`repositories of type ${id} exist, but the type is not open here`);
    return type;
  }

  get kinds(): VcsKind[] {
    return [...this.types.values()].flatMap(({ vcs }) => vcs ?? []);
  }
}
