import type { ServerResponse } from 'node:http';
import { VcsRefusal, type ContentGrant, type TransferGrant } from '@holdfast/vcs-spi';
import { give, fileHead, refuse, TransferClient, TransferTurns, typeHeader } from '@holdfast/vcs-spi/engine';
import type { ListedNode } from '../reading/listing.js';
import type { SubversionReader } from '../reading/subversion-reader.js';
import { linkMark } from '../reading/tree-entry.js';
import type { SubversionLimits } from '../transfer/subversion-limits.js';

type Granted = TransferGrant & { file: ContentGrant };

/** Sends files as they are, at the speed of their client; of symlinks their targets. */
export class RevisionFileTransfer {
  private readonly turns: TransferTurns;

  constructor(
    private readonly reader: SubversionReader,
    private readonly limits: Pick<SubversionLimits, 'reads' | 'queue' | 'idle'>,
  ) {
    this.turns = new TransferTurns(limits.reads, limits.queue);
  }

  async exchange(grant: Granted, response: ServerResponse): Promise<void> {
    const client = TransferClient.of(response, this.limits.idle);
    const refused = (): void => refuse(response, 503, 'too many files are read, try again');
    try {
      await this.turns.run(grant, client, () => this.send(grant, response, client), refused);
    } catch (error) {
      if (!(error instanceof VcsRefusal)) throw error;
      if (response.headersSent) response.destroy();
      else refused();
    }
  }

  private async send(grant: Granted, response: ServerResponse, client: TransferClient): Promise<void> {
    const { directory, owner, exchange, file } = grant;
    const asked = { directory, reading: { owner, deadline: Date.now() + this.limits.queue } };
    const [found] = (await this.reader.list(asked, file.commit, file.path, 0)) ?? [];
    const size = found && sizeOf(found);
    if (size === undefined) return refuse(response, 404, 'no such file');
    const { status, headers, range } = fileHead(exchange.headers, file, size);
    if (!range) return void response.writeHead(status, headers).end();
    const answer = await this.reader.file(asked, file.commit, file.path, client.gone);
    if (!answer) return refuse(response, 404, 'no such file');
    const offset = range.offset + (found?.isSpecial ? linkMark.length : 0);
    let at = 0;
    let left = range.length;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      const part = piece.subarray(Math.max(0, offset - at)).subarray(0, left);
      at += piece.length;
      if (part.length === 0) continue;
      if (!response.headersSent) response.writeHead(status, { ...headers, ...typeHeader(part) });
      left -= part.length;
      await give(part, response, client);
      if (left === 0) break;
    }
    if (left > 0 && response.headersSent) response.destroy();
    else if (!response.headersSent)
      response.writeHead(status, { ...headers, ...typeHeader(Buffer.alloc(0)) }).end();
    else response.end();
  }
}

/** Undefined: it is no file. */
const sizeOf = ({ isDirectory, isSpecial, size }: ListedNode): number | undefined => {
  if (isDirectory || size === undefined) return undefined;
  return isSpecial ? Math.max(0, size - linkMark.length) : size;
};
