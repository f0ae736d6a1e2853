import type { ArtifactHttp, ArtifactKind, ArtifactKindEntry } from '@holdfast/artifact-spi';

/** A kind, and how it is spoken. */
export interface OpenKind {
  readonly kind: ArtifactKind;
  readonly http: ArtifactHttp;
}

/** The kinds whose repositories this service holds, by the word in addresses. */
export class OpenKinds {
  private constructor(private readonly kinds: ReadonlyMap<string, OpenKind>) {}

  static async of(entries: readonly ArtifactKindEntry[]): Promise<OpenKinds> {
    const open = new Map<string, OpenKind>();
    for (const { id, http, kind } of entries) open.set(id, { kind: await kind(), http });
    return new OpenKinds(open);
  }

  find(id: string): OpenKind | undefined {
    return this.kinds.get(id);
  }
}
