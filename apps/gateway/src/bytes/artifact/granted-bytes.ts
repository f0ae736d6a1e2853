import type { ServerResponse } from 'node:http';
import { normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobReader } from '@holdfast/blob-spi';
import type { FileGrant } from '@holdfast/contracts';
import { FilesBelow, written } from '@holdfast/kernel';
import { sendFile } from './send-file.js';

/** Bytes that were granted, and are there. */
export interface GrantedBytes {
  /** Writes them after the head of the answer. False: the connection is broken. */
  send(res: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
}

/** Who has the address of a blob may begin to read it for so long (s): rights that end meanwhile do not end that. */
const signedFor = 60;

/** The blobs that this process reads itself: files of a directory, or what a store without files gives. */
export class ReachedBlobs {
  private readonly files: FilesBelow | undefined;

  constructor(
    private readonly reached: {
      readonly directory?: string;
      readonly reader?: BlobReader;
      /** Blobs of so many bytes have addresses of their own; absent: none has. */
      readonly signedFrom?: number;
    },
  ) {
    const { directory } = reached;
    if (directory !== undefined) this.files = new FilesBelow(directory);
  }

  /** Whether anything can be granted. */
  get any(): boolean {
    return this.reached.directory !== undefined || this.reached.reader !== undefined;
  }

  /**
   * Undefined where they cannot be opened here. Only files of the store are opened, whatever is said and whatever links
   * lie there.
   */
  async open({ file, offset, length }: FileGrant): Promise<GrantedBytes | undefined> {
    if (!isCount(offset) || !isCount(length)) return undefined;
    try {
      return typeof file === 'string'
        ? await this.file(file, offset, length)
        : await this.blob(file.blob, offset, length);
    } catch {
      return undefined;
    }
  }

  /** An address of the store, at which the client reads all that was granted; undefined where it reads it here. */
  async addressOf({ file, length, status, headers }: FileGrant, path: string): Promise<string | undefined> {
    const { reader, signedFrom = Infinity } = this.reached;
    if (typeof file === 'string' || status !== 200 || !(length >= signedFrom)) return undefined;
    const { 'Content-Type': type = 'application/octet-stream' } = headers;
    try {
      const fileName = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      return await reader?.signed?.(file.blob, { type, fileName, seconds: signedFor });
    } catch {
      return undefined;
    }
  }

  private async file(path: string, offset: number, length: number): Promise<GrantedBytes | undefined> {
    const { directory } = this.reached;
    if (directory === undefined || normalize(path) !== path || !path.startsWith(directory + sep))
      return undefined;
    const file = await this.files?.open(path.slice(directory.length + 1));
    if (!file) return undefined;
    return { send: (res) => sendFile(res, file, offset, length), close: () => file.close() };
  }

  private async blob(digest: string, offset: number, length: number): Promise<GrantedBytes | undefined> {
    const bytes = await this.reached.reader?.open(digest, { offset, length });
    return (
      bytes && {
        send: (res) => sendStream(res, bytes, length),
        close: () => Promise.resolve(void bytes.destroy()),
      }
    );
  }
}

const isCount = (said: number): boolean => Number.isSafeInteger(said) && said >= 0;

/** What is not exactly so long as was said ends the connection: the next answer would be taken for its rest. */
const sendStream = async (res: ServerResponse, bytes: Readable, length: number): Promise<boolean> => {
  let left = length;
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      left -= piece.length;
      if (left < 0) break;
      if (!(await written(res, piece))) return false;
    }
    if (left === 0) return true;
  } catch {
    // It ends like one that is too short.
  }
  res.destroy();
  return false;
};
