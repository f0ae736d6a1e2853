import { createHash } from 'node:crypto';
import { blobsOf, type CopiedBlob } from '../blobs/blob-copy.js';
import { entriesOf } from '../repositories/directory-copy.js';
import { whyUnreadable } from '../vault/readable.js';
import { Unreadable } from '../vault/vault-key.js';
import type { Piece, Vault } from '../vault/vault.js';
import { readManifest, repositoriesOf } from './manifest.js';

/** What was looked through. */
export interface BackupVerification {
  chunks: number;
  /** Damaged chunks that were removed. */
  removed: number;
  /** What is wrong, in words. */
  problems: string[];
}

/** Reads chunks, each once, and says of what those are that cannot be read. */
class ChunkLook {
  readonly read = new Set<string>();
  /** What is there, and is not what it was. */
  readonly damaged = new Set<string>();
  readonly problems = new Set<string>();
  private readonly bad = new Map<string, string>();

  constructor(private readonly vault: Vault) {}

  /** Does work that reads for `what`. What is wrong does not end it for others. */
  async during(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.problems.add(`${what}: ${whyUnreadable(error)}`);
    }
  }

  async whole(what: string, { chunks }: Piece): Promise<void> {
    for (const chunk of chunks) {
      const why = this.read.has(chunk) ? undefined : (this.bad.get(chunk) ?? (await this.load(chunk)));
      if (why !== undefined) this.problems.add(`${what}: ${why}`);
    }
  }

  /** Answers what is wrong. */
  private async load(chunk: string): Promise<string | undefined> {
    try {
      await this.vault.load(chunk);
      this.read.add(chunk);
      return undefined;
    } catch (error) {
      const why = whyUnreadable(error);
      this.bad.set(chunk, why);
      if ((error as Unreadable).isDamaged) this.damaged.add(chunk);
      return why;
    }
  }
}

/**
 * Reads all that a backup consists of, and compares it with what it is to be: each chunk with its name, each artifact
 * with its digest. What is wrong does not end it. `repair`: chunks that have come to harm are removed, so that the next
 * backup stores them again where their content is still known; nobody else may be at work at the target then. That the
 * manifest opens shows that the key is theirs.
 */
export const verifyBackup = async (
  vault: Vault,
  id: string,
  { repair = false } = {},
): Promise<BackupVerification> => {
  const manifest = await readManifest(vault, id);
  const look = new ChunkLook(vault);
  const directory = (what: string, list: Piece): Promise<void> =>
    look.during(what, async () => {
      await look.whole(what, list);
      for await (const entry of entriesOf(vault, list))
        if ('path' in entry) await look.whole(what, entry.piece);
    });
  const artifact = ({ sha256, piece }: CopiedBlob): Promise<void> => {
    const what = `the artifacts with the SHA-256 ${sha256}`;
    return look.during(what, async () => {
      const hash = createHash('sha256');
      try {
        for await (const bytes of vault.read(piece)) hash.update(bytes);
      } catch (error) {
        await look.whole(what, piece);
        throw error;
      }
      for (const chunk of piece.chunks) look.read.add(chunk);
      if (hash.digest('hex') !== sha256) throw new Unreadable('it is another content');
    });
  };
  for (const { name, tables } of manifest.schemas)
    for (const table of tables) await look.whole(`the rows of ${name}.${table.name}`, table.content);
  for (const [name, piece] of Object.entries(manifest.files)) await look.whole(`the file ${name}`, piece);
  for (const [node, list] of Object.entries(manifest.journals))
    await directory(`the journal of ${node}`, list);
  const repositories = 'the list of repositories';
  await look.during(repositories, async () => {
    await look.whole(repositories, manifest.repositories);
    for await (const { uuid, list } of repositoriesOf(vault, manifest))
      if (list) await directory(`the repository ${uuid}`, list);
  });
  const artifacts = 'the list of artifacts';
  await look.during(artifacts, async () => {
    await look.whole(artifacts, manifest.blobs);
    for await (const blob of blobsOf(vault, manifest.blobs)) await artifact(blob);
  });
  if (repair) for (const chunk of look.damaged) await vault.removeChunk(chunk);
  return { chunks: look.read.size, removed: repair ? look.damaged.size : 0, problems: [...look.problems] };
};
