import type { IncomingMessage } from 'node:http';

/** An answer that begins with more is read no further before it is passed on (bytes): an error has some hundred. */
const most = 16 << 10;

/**
 * The status by the number of an error in the server's answer (svn_error_codes.h), where it is not the server that
 * has failed: another file of the same transaction is being written, what has to be a directory is a file, somebody
 * else has a lock, or what is to be locked is another version by now; it is no file, or nothing is there, or it is the
 * root; a report about a working copy, a property, a checksum or an address of the server is none; differences of a
 * file make no sense.
 */
const statuses: Readonly<Record<string, number>> = {
  ...{ 160044: 409, 160016: 409, 160037: 409, 160038: 409, 160042: 409 },
  ...{ 160005: 400, 160017: 400, 160021: 400 },
  ...{ 125005: 400, 125012: 400, 165002: 400, 165004: 400, 190001: 400 },
  ...{ 185000: 400, 185001: 400, 185002: 400, 185003: 400, 185004: 400, 185005: 400 },
};

/**
 * A file that was sent has another checksum than was sent with it (what is damaged on the disk is told otherwise), or a
 * transaction is to begin with a property that is the server's own.
 */
const clientsFault =
  /errcode="(?:200014">\s*Checksum mismatch for|200004">\s*Attempt to modify internal transaction property) '/;

/** An answer about errors: with which status it is passed on, and what it says. */
export interface ToldError {
  status: number;
  pieces: AsyncIterable<Buffer>;
}

/**
 * The server says 500 also where only another request is in the way, a conflict: who asks again when the other one has
 * ended gets what he wants. It does so, too, where the request cannot be answered by anybody.
 */
export const toldError = async (answer: IncomingMessage): Promise<ToldError> => {
  const { statusCode = 502 } = answer;
  if (statusCode !== 500) return { status: statusCode, pieces: answer };
  const rest = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let isAll = false;
  for (let bytes = 0; !isAll && bytes < most;) {
    const next = await rest.next();
    isAll = next.done === true;
    if (next.done) break;
    read.push(next.value);
    bytes += next.value.length;
  }
  const text = Buffer.concat(read).toString('latin1');
  const [, code = ''] = /errcode="(\d+)"/.exec(text) ?? [];
  const status = clientsFault.test(text) ? 400 : (statuses[code] ?? statusCode);
  return { status, pieces: inOrder(read, rest) };
};

async function* inOrder(read: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
