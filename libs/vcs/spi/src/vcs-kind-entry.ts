import type { EngineLink, EngineSettings, VcsEngine } from './vcs-engine.js';
import type { VcsHttp } from './vcs-http.js';
import type { VcsKind, VcsTraits } from './vcs-kind.js';

/** What a transfer does to the repository. */
export type TransferEffect = 'read' | 'write';

/**
 * A kind as all processes know it, cheap to have: its halves, which only the storage node needs, come with `kind` and `engine`
 * when they are called. One line in the list of kinds brings it into the product.
 */
export interface VcsKindEntry extends VcsTraits {
  /** Ids may contain slashes. */
  readonly slashInIds: boolean;
  /**
   * Endings that clients of the kind add to an id or its storage to a name. Ids of all kinds share one space, so no component of any
   * ends so.
   */
  readonly reservedEndings: readonly string[];
  /** Scheme of its SSH address; `scp`: written `user@host:path` where the port is the usual one. */
  readonly ssh: { readonly scheme: 'ssh' | 'svn+ssh'; readonly scp: boolean };
  readonly http: VcsHttp;
  /** What each transfer service of the kind does to the repository. */
  readonly transfers: Readonly<Record<string, TransferEffect>>;
  /** The half of the main process. */
  readonly kind: (link: EngineLink) => Promise<VcsKind>;
  /** The half of the byte process. */
  readonly engine: (settings: EngineSettings) => Promise<VcsEngine>;
}
