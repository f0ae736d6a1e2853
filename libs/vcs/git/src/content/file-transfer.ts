import type { ServerResponse } from 'node:http';
import type { ByteRange } from '@holdfast/kernel';
import { VcsRefusal, type ContentGrant, type TransferGrant } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import type { ObjectReader } from '../process/object-reader.js';
import type { ObjectReaders } from '../reading/object-readers.js';
import {
  give,
  TransferClient,
  TransferTurns,
  refuse,
  fileHead,
  typeHeader,
  type FileHead,
} from '@holdfast/vcs-spi/engine';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import { outputFor } from './git-output.js';

/** A file up to this size is read by the process that reads all objects of its repository (bytes). */
const small = 512 << 10;

type Granted = TransferGrant & { file: ContentGrant };

/** A file with the head of its answer; `contents`, where they are sent and it is small. */
interface FoundFile {
  head: FileHead;
  contents?: Buffer;
}

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
    const client = TransferClient.of(response, this.limits.idle);
    const refused = (): void => refuse(response, 503, 'too many files are read, try again');
    const found = await this.find(grant);
    if (found === 'refused') return refused();
    if (!found) return refuse(response, 404, 'no such file');
    const { head, contents } = found;
    const { range, status, headers } = head;
    if (!range) return void response.writeHead(status, headers).end();
    if (!contents)
      return this.turns.run(grant, client, () => this.stream(grant, head, range, response, client), refused);
    response.writeHead(status, { ...headers, ...typeHeader(contents) });
    response.end(contents.subarray(range.offset, range.offset + range.length));
  }

  private async find(grant: Granted): Promise<FoundFile | undefined | 'refused'> {
    const { directory, owner } = grant;
    const reading = { owner, deadline: Date.now() + this.limits.queue };
    try {
      return await this.objects.read(directory, reading, (reader) => fileIn(reader, grant));
    } catch (error) {
      if (error instanceof VcsRefusal && error.code === 'unavailable') return 'refused';
      throw error;
    }
  }

  /** git has to say all that comes before the range; it ends with the range, or with its client. */
  private async stream(
    { directory, file, owner }: Granted,
    { status, headers }: FileHead,
    range: ByteRange,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const command = { command: 'cat-file' as const, directory, flags: ['blob'], ids: [file.id] };
    let at = 0;
    let left = range.length;
    try {
      for await (const chunk of outputFor(client, this.processes, command, { owner })) {
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

/** Undefined: there is no such file. */
const fileIn = async (reader: ObjectReader, { file, exchange }: Granted): Promise<FoundFile | undefined> => {
  const info = await reader.info(file.id);
  if (typeof info === 'string' || info.type !== 'blob') return undefined;
  const head = fileHead(exchange.headers, file, info.size);
  if (!head.range || info.size > small) return { head };
  const found = await reader.contents(file.id);
  return typeof found === 'string' ? undefined : { head, contents: found.contents };
};
