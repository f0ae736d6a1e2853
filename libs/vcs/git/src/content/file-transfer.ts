import type { ServerResponse } from 'node:http';
import type { ByteRange } from '@holdfast/kernel';
import type { ContentGrant, TransferGrant } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReaders } from '../reading/object-readers.js';
import { refuse } from '../transfer/held-answer.js';
import { TransferClient } from '../transfer/transfer-client.js';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import { TransferTurns } from '../transfer/transfer-turns.js';
import { fileHead, typeHeader, type FileHead } from './file-head.js';
import { give, outputFor } from './git-output.js';

/** A file up to this size is read by the process that reads all objects of its repository (bytes). */
const small = 512 << 10;

type Granted = TransferGrant & { file: ContentGrant };

/** Sends files as they are: small ones out of memory, large ones as git says them, at the speed of their client. */
export class FileTransfer {
  private readonly turns: TransferTurns;

  constructor(
    private readonly processes: GitProcesses,
    private readonly objects: ObjectReaders,
    private readonly limits: Pick<TransferLimits, 'files' | 'queue' | 'idle'>,
  ) {
    this.turns = new TransferTurns(limits.files, limits.queue);
  }

  async exchange(grant: Granted, response: ServerResponse): Promise<void> {
    const { directory, file, exchange } = grant;
    const client = new TransferClient(this.limits.idle);
    response.once('close', () => client.leave());
    if (response.destroyed) client.leave();
    const info = await this.objects.use(directory, (reader) => reader.info(file.id));
    if (typeof info === 'string' || info.type !== 'blob') return refuse(response, 404, 'no such file');
    const head = fileHead(exchange.headers, file, info.size);
    const { range } = head;
    if (!range) return void response.writeHead(head.status, head.headers).end();
    if (info.size <= small) return this.whole(grant, head, range, response);
    const refused = (): void => refuse(response, 503, 'too many files are read, try again');
    await this.turns.run(grant, client, () => this.stream(grant, head, range, response, client), refused);
  }

  private async whole(
    { directory, file }: Granted,
    { status, headers }: FileHead,
    { offset, length }: ByteRange,
    response: ServerResponse,
  ): Promise<void> {
    const found = await this.objects.use(directory, (reader) => reader.contents(file.id));
    if (typeof found === 'string') return refuse(response, 404, 'no such file');
    const { contents } = found;
    response.writeHead(status, { ...headers, ...typeHeader(contents) });
    response.end(contents.subarray(offset, offset + length));
  }

  /** git has to say all that comes before the range; it ends with the range, or with its client. */
  private async stream(
    { directory, file }: Granted,
    { status, headers }: FileHead,
    range: ByteRange,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const command = { command: 'cat-file' as const, directory, flags: ['blob', file.id] };
    let at = 0;
    let left = range.length;
    try {
      for await (const chunk of outputFor(client, this.processes, command)) {
        if (at === 0) response.writeHead(status, { ...headers, ...typeHeader(chunk) });
        const part = chunk.subarray(Math.max(0, range.offset - at)).subarray(0, left);
        at += chunk.length;
        left -= part.length;
        await give(part, response, client);
        if (left === 0) break;
      }
    } catch {
      // A client that does not take it, or git that was ended: the answer breaks off.
    }
    if (left === 0) response.end();
    else if (response.headersSent) response.destroy();
    else refuse(response, 500, 'git failed on the server');
  }
}
