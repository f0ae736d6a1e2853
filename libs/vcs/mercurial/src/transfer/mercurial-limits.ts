/** Limits of transfers; times in ms. */
export interface MercurialLimits {
  /** How long we wait for a byte of the client, or until it takes one of ours. */
  idle: number;
  /** How long a request may wait for its turn. */
  queue: number;
  /** For so long what let a transfer in is not asked about again. */
  trusted: number;
  /** How long Mercurial may work and say nothing. */
  silence: number;
  /** How long a request may go on that nobody waits for, before the process that works on it is ended. */
  left: number;
  /** Most bytes of what one request of a reader asks. */
  request: number;
  /** So many names may one push change. */
  names: number;
  /** So many heads may there be with what is pushed, closed ones too: each push looks at all of them. */
  heads: number;
  /** Most bytes of one version of a file that a push, or an import, brings. */
  fileVersion: number;
  /** Most bytes of the different `.hgtags` of all heads: each push reads them all. */
  tags: number;
  /** A push of more bytes, or a compressed one, has a program of its own. */
  smallPush: number;
  /** Processor time of the program of a push, however little was sent (ms), and for each KiB that was. */
  pushWork: number;
  pushWorkPerKiB: number;
  /** Most bytes of memory of all programs of conversations and pushes. One of them alone may have two GiB. */
  conversationMemory: number;
  /** Most bytes of memory of a program that brings a repository in. */
  importMemory: number;
  /** So many changesets come from a remote at a time. */
  importStep: number;
  /** As `EngineLimits.networks`. */
  networks: readonly string[];
}

export const usualMercurialLimits: MercurialLimits = {
  idle: 60_000,
  queue: 300_000,
  trusted: 1_000,
  silence: 600_000,
  left: 60_000,
  request: 16 << 20,
  names: 50_000,
  heads: 20_000,
  fileVersion: 256 << 20,
  tags: 64 << 20,
  smallPush: 4 << 10,
  pushWork: 20_000,
  pushWorkPerKiB: 10,
  conversationMemory: 5 * 2 ** 29,
  importMemory: 1 << 30,
  importStep: 2_000,
  networks: [],
};
