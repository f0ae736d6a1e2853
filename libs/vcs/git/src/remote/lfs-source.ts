import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '@holdfast/kernel';
import { remoteUrl, VcsRefusal, type RemoteSource } from '@holdfast/vcs-spi';
import { outgoingRequest } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { lfsType } from '../lfs/lfs-protocol.js';

/** Where one large file is had. */
export interface FileSource {
  url: URL;
  headers: Record<string, string>;
}

interface SourceSettings {
  networks: readonly string[];
  signal: AbortSignal;
}

/** More of an answer is not read (bytes). */
const mostAnswer = 4 << 20;
/** At so many hosts and ports may the files of one remote lie. */
const mostOrigins = 4;
/** Names that say something of the connection, or of whom we are: an answer does not choose them. */
const forbidden = /^(?:host|connection|content-length|transfer-encoding|proxy-.*|upgrade|te|trailer)$/i;

/** The large files of a remote: who speaks git's LFS there. */
export class LfsSource {
  private readonly batch: URL;
  private readonly login: Record<string, string>;
  private readonly origins = new Set<string>();

  constructor(
    { url, username = '', password = '' }: RemoteSource,
    private readonly settings: SourceSettings,
  ) {
    const trimmed = url.replace(/\/+$/, '');
    this.batch = new URL(`${trimmed.endsWith('.git') ? trimmed : `${trimmed}.git`}/info/lfs/objects/batch`);
    const login = Buffer.from(`${username}:${password}`).toString('base64');
    this.login = username === '' && password === '' ? {} : { authorization: `Basic ${login}` };
  }

  /** Where these are; what is absent is not there. @throws VcsRefusal `remote` where nobody answers as LFS does */
  async places(objects: readonly AskedObject[]): Promise<ReadonlyMap<string, FileSource>> {
    const body = JSON.stringify({ operation: 'download', transfers: ['basic'], objects });
    const headers = { accept: lfsType, 'content-type': lfsType, ...this.login };
    const { signal, networks } = this.settings;
    const answer = await outgoingRequest(this.batch, { method: 'POST', headers, body, signal }, { networks });
    const text = await textOf(answer);
    if (answer.statusCode !== 200) throw new VcsRefusal('remote', 'the remote gives no large files');
    const found = new Map<string, FileSource>();
    for (const each of listOf(text)) {
      const place = this.placeOf(each);
      if (place) found.set(...place);
    }
    return found;
  }

  /** The bytes of one. @throws VcsRefusal `remote` */
  async open({ url, headers }: FileSource): Promise<IncomingMessage> {
    const { signal, networks } = this.settings;
    const answer = await outgoingRequest(url, { method: 'GET', headers, signal }, { networks });
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    throw new VcsRefusal('remote', 'the remote does not give a large file');
  }

  private placeOf(value: unknown): [oid: string, place: FileSource] | undefined {
    if (!isJsonObject(value) || typeof value.oid !== 'string' || !isJsonObject(value.actions))
      return undefined;
    const { download } = value.actions;
    if (!isJsonObject(download) || typeof download.href !== 'string') return undefined;
    // Stores sign addresses by their queries.
    const [place, query = ''] = download.href.split('?', 2);
    const url = remoteUrl(place);
    if (!url || /[#\s\p{Cc}]/u.test(query)) return undefined;
    url.search = query;
    const headers: Record<string, string> = {};
    for (const [name, text] of Object.entries(isJsonObject(download.header) ? download.header : {}))
      if (
        typeof text === 'string' &&
        /^[\w-]+$/.test(name) &&
        !/[^\t\x20-\x7e]/.test(text) &&
        !forbidden.test(name)
      )
        headers[name.toLowerCase()] = text;
    // A remote whose files lie at more places is looking at who else answers.
    if (this.origins.size >= mostOrigins && !this.origins.has(url.origin)) return undefined;
    this.origins.add(url.origin);
    const own = url.origin === this.batch.origin ? this.login : {};
    return [value.oid, { url, headers: { ...own, ...headers } }];
  }
}

const listOf = (text: string): unknown[] => {
  try {
    const said: unknown = JSON.parse(text);
    return isJsonObject(said) && Array.isArray(said.objects) ? said.objects : [];
  } catch {
    return [];
  }
};

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostAnswer) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
};
