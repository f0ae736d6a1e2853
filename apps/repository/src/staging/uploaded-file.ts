import { open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { discard, type DiscardLimits } from '@holdfast/platform/byte-ports';
import type { EngineRequest, TransferGate } from '@holdfast/vcs-spi';
import { PushRoom } from '@holdfast/vcs-spi/engine';

/** What is read of a file that is refused: its sender may look for an answer only when he has sent all of it. */
const refusedFile: DiscardLimits = { bytes: 256 * 1024 * 1024, milliseconds: 10_000 };

/** What a ticket allows that is for a file from which a repository is filled. */
export interface UploadGrant {
  /** The one request that it allows. */
  exchange: EngineRequest;
  /** The uuid of the repository. */
  repository: string;
  /** `file`: absolute path of what comes; the rest is for the room that it takes. */
  upload: { file: string; directory: string; principal: unknown; metered: boolean };
}

/**
 * Takes such a file in, as far as there is room. Whole and on the disk, or nothing is left of it. `rest`: how much of
 * one that is refused is read before its connection is ended.
 */
export const uploadedFile = async (
  { upload }: UploadGrant,
  gate: Pick<TransferGate, 'disk' | 'storage'>,
  request: IncomingMessage,
  response: ServerResponse,
  rest = refusedFile,
): Promise<void> => {
  const { file, directory, principal, metered } = upload;
  const room = new PushRoom({ directory, principal, ...(metered ? { metered } : {}) }, gate);
  await rm(file, { force: true });
  const target = await open(file, 'wx', 0o600);
  let bytes = 0;
  let full: string | undefined;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      full = await room.refusalOf(bytes);
      if (full !== undefined) break;
      await target.writeFile(piece);
    }
    await target.sync();
    if (full === undefined && !request.complete) full = 'it was cut off';
  } catch {
    full ??= 'it was cut off';
  } finally {
    await target.close();
    if (full !== undefined) await rm(file, { force: true });
    gate.storage?.wrote(directory);
    room.leave();
  }
  const answer = JSON.stringify(full === undefined ? { bytes } : { refused: full });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) };
  if (!response.destroyed) response.writeHead(full === undefined ? 201 : 507, headers).end(answer);
  // Whoever is refused may still be sending: his connection has to last until he has read why.
  if (!(await discard(request, rest))) request.destroy();
};
