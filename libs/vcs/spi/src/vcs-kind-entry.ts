import type { VcsCommands } from './vcs-commands.js';
import type { EngineLink, EngineSettings, VcsEngine } from './vcs-engine.js';
import type { VcsHttp } from './vcs-http.js';
import type { VcsKind, VcsTraits } from './vcs-kind.js';

/** What a transfer does to the repository. `administer`: what admins of the project may, and nobody else. */
export type TransferEffect = 'read' | 'write' | 'administer';

/**
 * What every process knows of a kind. It is cheap to import. Only the storage node needs the two halves of a kind: they
 * are loaded when `kind` or `engine` is called. One line in the list of kinds adds a kind to the product.
 */
export interface VcsKindEntry extends VcsTraits {
  /**
   * Its programs may be missing: then no repositories of it are made, those that are there cannot be reached, and all
   * else works.
   */
  readonly optional?: true;
  /** Ids of repositories may contain slashes. */
  readonly slashInIds: boolean;
  /** The form of its full commit ids and of prefixes of them, as a regular expression without anchors. */
  readonly commitIds: string;
  /**
   * Endings that clients of the kind append to an id (`.git`), or its storage to a file. No id of a repository may end
   * so, nor any part of it between slashes. This holds for all kinds, because their ids share one name space.
   */
  readonly reservedEndings: readonly string[];
  /**
   * What only comes in, or is being made of what is there, by paths in the directory of a repository: nobody was told
   * that it is there, and the repository is whole without it. It is in no backup.
   */
  readonly incoming: RegExp;
  /** As `VcsEngine.lasting`. */
  readonly lasting?: RegExp;
  /**
   * The scheme of its SSH addresses, which is `ssh` unless its clients have one of their own; present where `commands`
   * is. `scp`: with port 22 they are written `user@host:path`.
   */
  readonly ssh?: { readonly scheme: 'ssh' | `${string}+ssh`; readonly scp: boolean };
  readonly http: VcsHttp;
  /** How it is spoken over SSH; absent: it is not. */
  readonly commands?: VcsCommands;
  /** The kind's words for its transfers (`AskedTransfer.service`), with what each does to the repository. */
  readonly transfers: Readonly<Record<string, TransferEffect>>;
  /** What passes are given for (`AskedPass.pass`), with the transfers that each is good for; absent: none are given. */
  readonly passes?: Readonly<Record<string, readonly string[]>>;
  /** Loads the half that runs in the repository service. `link` leads to the other half. */
  readonly kind: (link: EngineLink) => Promise<VcsKind>;
  /** Loads the half that runs in the byte process. */
  readonly engine: (settings: EngineSettings) => Promise<VcsEngine>;
}
