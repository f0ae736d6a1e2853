import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { chunksOf, type TransferClient } from '@holdfast/vcs-spi/engine';

/** What is to be taken in of a request that may write. */
export interface PushedBody {
  /** It is for a program of its own. */
  readonly isLarge: boolean;
  /** There is one, of few bytes that are not compressed. */
  readonly isPlain: boolean;
  /** The body, from its beginning: as often as it is asked for where it is not large. Absent: there is none. */
  readonly body: () => AsyncIterable<Buffer> | undefined;
  /** So many bytes of it have come. */
  readonly sent: () => number;
}

/** As a bundle begins that is not compressed, of the second version and of the first. */
const plainBeginnings = [Buffer.from('HG20\0\0\0\0'), Buffer.from('HG10UN')];
/** So many bytes at the beginning of a body are what is asked: stock clients have some before each bundle. */
const argumentsHeader = 'x-hgargs-post';

/**
 * The body of a request that may write. What has at most `small` bytes is read before it is answered. Of what is
 * compressed nobody knows how much it is, so only what is small and plain is not large.
 * @throws BodyFailure where a small body does not come
 */
export const pushOf = async (
  request: IncomingMessage,
  client: TransferClient,
  { exchange, small }: { exchange: TransferGrant['exchange']; small: number },
): Promise<PushedBody> => {
  if (exchange.method === 'GET')
    return { isLarge: false, isPlain: false, body: () => undefined, sent: () => 0 };
  let bytes = 0;
  const chunks = counted(chunksOf(request, client, Infinity), (all) => (bytes = all));
  const sent = (): number => bytes;
  // NaN: it does not say.
  const isSmall = Number(request.headers['content-length'] ?? NaN) <= small;
  if (!isSmall) return { isLarge: true, isPlain: false, body: () => chunks, sent };
  const whole = await buffer(chunks);
  const bundle = whole.subarray(Number(exchange.headers[argumentsHeader] ?? 0));
  const begins = (start: Buffer): boolean => bundle.subarray(0, start.length).equals(start);
  const isPlain = bundle.length === 0 || plainBeginnings.some(begins);
  return { isLarge: !isPlain, isPlain, body: () => Readable.from(whole.length === 0 ? [] : [whole]), sent };
};

async function* counted(body: AsyncIterable<Buffer>, hear: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    hear((bytes += chunk.length));
    yield chunk;
  }
}
