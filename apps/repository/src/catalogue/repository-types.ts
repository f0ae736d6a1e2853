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
  /** Texts that may be ids of its commits, or prefixes of them. */
  commitForm?: RegExp;
  /** As `VcsKindEntry.incoming`. */
  incoming?: RegExp;
  /**
   * Whether such repositories can be made now: the programs of some types may be missing. Rejects with `unavailable`
   * while nobody knows.
   */
  isThere: () => Promise<boolean>;
  /** How the bytes of such a repository are spoken with; absent where another service holds them. */
  door?: Pick<VcsKindEntry, 'http' | 'transfers'>;
}

/** The types that are open, by the word in addresses. */
export class RepositoryTypes {
  /** What no component of an id may end in, whatever the type. */
  readonly reservedEndings: readonly string[];
  private readonly types: ReadonlyMap<string, RepositoryType>;
  private readonly optional: ReadonlySet<string>;

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
        commitForm: new RegExp(`^(?:${entry.commitIds})$`),
        door: entry,
        incoming: entry.incoming,
        isThere: async () => !entry.optional || (await kind.health()).ready,
      })),
      ...artifacts.map(({ id, defaultIdentifier }) => ({
        id,
        defaultIdentifier,
        slashInIds: false,
        isThere: () => Promise.resolve(true),
      })),
    ];
    this.reservedEndings = [...new Set(vcs.flatMap(({ entry }) => entry.reservedEndings))];
    this.optional = new Set(vcs.flatMap(({ entry }) => (entry.optional ? [entry.id] : [])));
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

  /** Whether all else works without the programs of this type. */
  isOptional(id: string): boolean {
    return this.optional.has(id);
  }

  /** Those with directories whose programs are there. @throws DomainError `unavailable` */
  async lookedAfter(): Promise<string[]> {
    const there: string[] = [];
    for (const { id, vcs, isThere } of this.types.values()) if (vcs && (await isThere())) there.push(id);
    return there;
  }

  get kinds(): VcsKind[] {
    return [...this.types.values()].flatMap(({ vcs }) => vcs ?? []);
  }
}
