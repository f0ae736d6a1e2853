import { BlobMissing, type BlobStore } from '@holdfast/blob-spi';
import { directoryOf, encodePath, nameOf, type ChecksumAlgorithm } from '@holdfast/artifact-spi';
import type { FileAnswer, FileDecision, Lasting } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FileCall } from '../artifact-file/file-call.js';
import type { DirectoryContent } from '../artifact-file/member-file.store.js';
import { etagOf, uploadedBit, type StoredFile } from '../artifact-file/stored-file.js';
import { blobStore } from '../blob-stores.js';
import { BytePort } from '../transfer/byte-port.js';
import { Tickets } from '../transfer/tickets.js';
import { refuse, withoutBody } from './answer.js';
import { checksumsOf } from './digests.js';
import { LargeTexts } from './large-texts.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { inSteps } from '../turns/in-steps.js';
import { listingHeaders, listingPage, mostNames, type ListingPage } from './listing.view.js';
import { inlineTextBytes, type RenderedIndex } from './rendered-indexes.js';
import { select, type Representation, type Sending } from './representation.js';
import { ServedContent } from './served-content.js';

/** Up to this size a file travels in the answer itself. */
const inlineBytes = 64 * 1024;
/** A listing of more directories or files is made in turns. */
const manyNames = 2_000;

const smallFilesBytes = 64 * 1024 * 1024;

/** Answers GET and HEAD. */
@Injectable()
export class ServeService {
  /** Small blobs by digest; a blob never changes, so what is here is always right. */
  private readonly small = new LRUCache<string, Buffer>({
    maxSize: smallFilesBytes,
    sizeCalculation: (bytes) => bytes.length + 256,
  });

  constructor(
    private readonly content: ServedContent,
    private readonly tickets: Tickets,
    private readonly port: BytePort,
    @Inject(blobStore) private readonly blobs: BlobStore,
    private readonly turns: HeavyTurns,
    private readonly texts: LargeTexts,
  ) {}

  async decide(call: FileCall): Promise<FileDecision> {
    const answer = await this.find(call);
    return call.request.method === 'HEAD' && answer.is === 'answer' ? withoutBody(answer) : answer;
  }

  private async find(call: FileCall): Promise<FileDecision> {
    const { kind, repository, path, directory } = call;
    if (directory) return this.listing(call);
    if (path === '') return this.toDirectory(call);
    const what = kind.classify(path);
    if (what.is === 'index')
      return this.index(call, what.directory, await this.content.index(call, what.directory));
    if (what.is === 'checksum') return this.checksum(call, what.file, what.algorithm);
    const file = await this.content.find(repository, path);
    return file ? this.file(call, file) : this.missing(call);
  }

  private async missing(call: FileCall): Promise<FileAnswer> {
    return (await this.content.isDirectory(call.repository, call.path))
      ? this.toDirectory(call)
      : refuse(404, 'no such file or directory');
  }

  /** Links of a listing are relative, so it has one address only. */
  private toDirectory({ request: { address }, path }: FileCall): FileAnswer {
    return refuse(301, 'this is a directory', {
      Location: `${address}${path === '' ? '' : '/'}${encodePath(path)}/`,
    });
  }

  private cacheControl(call: FileCall, path: string): string {
    return isFinal(call, path) && !call.repository.members ? 'private, max-age=3600' : 'no-cache';
  }

  private async file(call: FileCall, file: StoredFile): Promise<FileDecision> {
    const selected = select(call.request, {
      size: file.size,
      etag: etagOf(file.checksums),
      modified: file.modified,
      contentType: call.kind.contentType(call.path),
      cacheControl: this.cacheControl(call, call.path),
      checksums: file.checksums,
      sharesDates: call.repository.members !== undefined,
    });
    if ('is' in selected) return selected;
    const { status, headers } = selected;
    if (call.request.method === 'HEAD' || selected.range.length === 0)
      return { is: 'answer', status, headers };
    try {
      const decision = await this.bytes(call, file, selected);
      const whole = status === 200 && selected.range.length === file.size;
      const lasting = whole ? lastingOf(call) : undefined;
      if (!lasting || (decision.is !== 'answer' && decision.is !== 'grant')) return decision;
      return { ...decision, lasting };
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      const now = await this.content.find(call.repository, call.path);
      if (!now) return refuse(404, 'no such file or directory');
      if (now.checksums.sha256 !== file.checksums.sha256) return this.file(call, now);
      log.error(
        { repository: call.repository.uuid, digest: file.checksums.sha256 },
        'the bytes of a file are not in the store',
      );
      return refuse(503, 'the storage does not have the bytes of this file', { 'Retry-After': '10' });
    }
  }

  private async bytes({ request }: FileCall, file: StoredFile, sending: Sending): Promise<FileDecision> {
    const { status, headers, range } = sending;
    const digest = file.checksums.sha256;
    if (file.size <= inlineBytes) {
      const whole = this.small.get(digest) ?? (await this.blobs.read(digest, file.size));
      this.small.set(digest, whole);
      const part = whole.subarray(range.offset, range.offset + range.length);
      return { is: 'answer', status, headers, base64: part.toString('base64') };
    }
    if (request.direct === true)
      return { is: 'grant', status, headers, file: this.blobs.locate(digest) ?? { blob: digest }, ...range };
    const ticket = this.tickets.issue({
      method: 'GET',
      length: range.length,
      open: () => this.blobs.open(digest, range),
    });
    return { is: 'download', status, headers, address: this.port.address, ticket };
  }

  private async index(
    call: FileCall,
    directory: string,
    index: RenderedIndex | undefined,
  ): Promise<FileDecision> {
    if (!index) return this.missing(call);
    const decision = await this.text(call, index.text, {
      size: index.size,
      etag: etagOf(index.checksums),
      modified: index.changed,
      contentType: call.kind.contentType(call.path),
      cacheControl: 'no-cache',
      checksums: index.checksums,
    });
    return whileIndexed(decision, directory);
  }

  private async checksum(call: FileCall, path: string, algorithm: ChecksumAlgorithm): Promise<FileDecision> {
    const { kind, repository, request } = call;
    const subject = kind.classify(path);
    if (subject.is === 'index') {
      const index = await this.content.index(call, subject.directory);
      if (!index) return this.missing(call);
      const decision = await this.digest(call, index.checksums[algorithm], index.changed, 'no-cache');
      return whileIndexed(decision, subject.directory);
    }
    const file = await this.content.find(repository, path);
    if (!file) return this.missing(call);
    // Ivy asks by HEAD before it uploads, and gives up if the checksum is there already
    if (request.method === 'HEAD' && !(file.uploaded & uploadedBit(algorithm)))
      return refuse(404, 'this checksum was not uploaded');
    return this.digest(call, file.checksums[algorithm], file.modified, this.cacheControl(call, path));
  }

  private digest(call: FileCall, hex: string, modified: Date, cacheControl: string): Promise<FileDecision> {
    const checksums = checksumsOf(hex);
    return this.text(call, hex, {
      size: hex.length,
      etag: etagOf(checksums),
      modified,
      contentType: 'text/plain; charset=utf-8',
      cacheControl,
      checksums,
    });
  }

  private async listing(call: FileCall): Promise<FileDecision> {
    const { kind, repository, path, request } = call;
    if (!(await this.content.isDirectory(repository, path))) return refuse(404, 'no such directory');
    const [some, index] = await Promise.all([
      this.content.list(repository, path, manyNames + 1),
      this.content.index(call, path),
    ]);
    const added = index ? [{ name: kind.indexes.name, size: index.size, modified: index.changed }] : [];
    const title = `${nameOf(request.address)}/${path === '' ? '' : `${path}/`}`;
    const pageOf = async ({ directories, files }: DirectoryContent): Promise<FileDecision> => {
      const page = listingPage(title, path === '', { directories, files: [...files, ...added] });
      return this.listed(call, await inSteps(page));
    };
    if (!some.cut) return pageOf(some);
    const all = async (): Promise<FileDecision> => {
      const most = await this.content.list(repository, path, mostNames + 1);
      return most.cut ? this.listed(call, undefined) : pageOf(most);
    };
    return this.turns.run(call.principal, all, repository.uuid);
  }

  private async listed(call: FileCall, page: ListingPage | undefined): Promise<FileDecision> {
    if (!page) return refuse(403, 'the directory has more names than fit into a page');
    const { 'Content-Type': contentType } = listingHeaders;
    const { bytes, digest } = page;
    return this.text(call, bytes.length > inlineTextBytes ? bytes : bytes.toString(), {
      size: bytes.length,
      etag: `"${digest}"`,
      contentType,
      cacheControl: 'no-cache',
    });
  }

  private async text(
    { repository, request, principal }: FileCall,
    text: string | Buffer,
    what: Representation,
  ): Promise<FileDecision> {
    const representation = { ...what, sharesDates: repository.members !== undefined };
    const selected = select(request, representation);
    if ('is' in selected) return selected;
    const { status, headers, range } = selected;
    if (request.method === 'HEAD') return { is: 'answer', status, headers };
    if (range.length === representation.size && typeof text === 'string' && range.length <= inlineTextBytes)
      return { is: 'answer', status, headers, text };
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    if (range.length <= inlineTextBytes) {
      const part = bytes.subarray(range.offset, range.offset + range.length);
      return { is: 'answer', status, headers, base64: part.toString('base64') };
    }
    const part = await this.texts.part({ principal, tag: what.etag, bytes }, range);
    const ticket = this.tickets.issue({ method: 'GET', length: range.length, ...part });
    return { is: 'download', status, headers, address: this.port.address, ticket };
  }
}

/** Nothing but a change of the index makes the whole of it another answer. */
const whileIndexed = (decision: FileDecision, index: string): FileDecision =>
  decision.is === 'answer' && decision.status === 200 ? { ...decision, lasting: { index } } : decision;

/** Nothing but a deletion changes the file. */
const isFinal = ({ kind, repository }: FileCall, path: string): boolean =>
  kind.isReleased(path) && !kind.isMutable(path, { redeploy: repository.redeploy ?? false });

/** How long a whole file stays what is served at its path. In a group another member may get one there, too. */
const lastingOf = (call: FileCall): Lasting | undefined => {
  if (!isFinal(call, call.path)) return undefined;
  if (!call.repository.members) return {};
  return call.kind.versionOf(call.path) ? { index: directoryOf(call.path) } : undefined;
};
