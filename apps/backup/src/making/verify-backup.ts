import { createHash } from 'node:crypto';
import { blobsOf } from '../blobs/blob-copy.js';
import { entriesOf } from '../repositories/directory-copy.js';
import { Unreadable } from '../vault/vault-key.js';
import type { Piece, Vault } from '../vault/vault.js';
import { readManifest, repositoriesOf } from './manifest.js';

/** What was looked through. */
export interface BackupVerification {
  chunks: number;
  /** What is wrong, in words. */
  problems: string[];
}

/**
 * Reads all that a backup consists of, and compares it with what it is to be: each chunk with its name, each artifact
 * with its digest. What is wrong does not end it.
 */
export const verifyBackup = async (vault: Vault, id: string): Promise<BackupVerification> => {
  const manifest = await readManifest(vault, id);
  const read = new Set<string>();
  const problems: string[] = [];
  const look = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(`${what}: ${error.message}`);
    }
  };
  const whole = async (piece: Piece): Promise<void> => {
    for (const chunk of piece.chunks) {
      if (read.has(chunk)) continue;
      await vault.load(chunk);
      read.add(chunk);
    }
  };
  for (const { name, tables } of manifest.schemas)
    for (const table of tables) await look(`the rows of ${name}.${table.name}`, () => whole(table.content));
  for (const [name, piece] of Object.entries(manifest.files))
    await look(`the file ${name}`, () => whole(piece));
  const directory = async (list: Piece): Promise<void> => {
    await whole(list);
    for await (const entry of entriesOf(vault, list)) if ('path' in entry) await whole(entry.piece);
  };
  for (const [node, list] of Object.entries(manifest.journals))
    await look(`the journal of ${node}`, () => directory(list));
  await look('the list of repositories', async () => {
    await whole(manifest.repositories);
    for await (const { uuid, list } of repositoriesOf(vault, manifest))
      if (list) await look(`the repository ${uuid}`, () => directory(list));
  });
  await look('the list of artifacts', async () => {
    await whole(manifest.blobs);
    for await (const { sha256, piece } of blobsOf(vault, manifest.blobs))
      await look(`the artifacts with the SHA-256 ${sha256}`, async () => {
        const hash = createHash('sha256');
        for await (const bytes of vault.read(piece)) hash.update(bytes);
        if (hash.digest('hex') !== sha256) throw new Unreadable('it is another content');
        for (const chunk of piece.chunks) read.add(chunk);
      });
  });
  return { chunks: read.size, problems };
};
