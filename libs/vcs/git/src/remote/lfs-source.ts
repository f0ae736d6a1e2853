import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@holdfast/kernel';
import { remoteUrl, VcsRefusal, type RemoteSource } from '@holdfast/vcs-spi';
import { outgoingRequest } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { saidJson } from '../lfs/lfs-json.js';
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

/** An answer has at most so much, and so much for each that was asked for (bytes): addresses are signed at length. */
const mostAnswer = { all: 64 << 10, each: 4 << 10 };
/** Headers with which one file is had: more is nobody's way to let somebody in. */
const mostHeaders = 16;
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
    const said = await saidBy(answer, mostAnswer.all + objects.length * mostAnswer.each);
    const asked = new Set(objects.map(({ oid }) => oid));
    const found = new Map<string, FileSource>();
    for (const each of said) {
      // Once each: the other side may say anything as often as it likes.
      if (!isJsonObject(each) || typeof each.oid !== 'string' || !asked.delete(each.oid)) continue;
      const place = this.placeOf(each);
      if (place) found.set(each.oid, place);
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

  private placeOf({ actions }: JsonObject): FileSource | undefined {
    if (!isJsonObject(actions)) return undefined;
    const { download } = actions;
    if (!isJsonObject(download) || typeof download.href !== 'string') return undefined;
    // Stores sign addresses by their queries, which may have question marks of their own.
    const [place] = download.href.split('?', 1);
    const query = download.href.slice(place.length + 1);
    const url = remoteUrl(place);
    if (!url || /[#\s\p{Cc}]/u.test(query)) return undefined;
    url.search = query;
    const headers: Record<string, string> = {};
    const said = Object.entries(isJsonObject(download.header) ? download.header : {});
    if (said.length > mostHeaders) return undefined;
    for (const [name, text] of said)
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
    return { url, headers: { ...own, ...headers } };
  }
}

/** The objects of an answer of at most so many bytes. @throws VcsRefusal `remote` where it is none of LFS */
const saidBy = async (answer: IncomingMessage, most: number): Promise<unknown[]> => {
  const pieces: Buffer[] = [];
  let left = answer.statusCode === 200 ? most : -1;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    left -= piece.length;
    if (left < 0) break;
    pieces.push(piece);
  }
  const said = left < 0 ? undefined : await saidJson(Buffer.concat(pieces)).catch(() => undefined);
  if (isJsonObject(said) && Array.isArray(said.objects)) return said.objects;
  throw new VcsRefusal('remote', 'the remote gives no large files');
};
