import { CommandScan, type CommandLimits } from './command-scan.js';

const flush = '0000';

/** The body of a push once all its references are known, or are many; whether they are, and whether there is none. */
export const lookAhead = async (
  body: AsyncIterable<Buffer>,
  limits: CommandLimits,
): Promise<{ isMany: boolean; isNone: boolean; body: AsyncIterable<Buffer> }> => {
  const source = body[Symbol.asyncIterator]();
  const scan = new CommandScan(limits);
  const read: Buffer[] = [];
  while (!scan.isListed && !scan.isMany) {
    const next = await source.next();
    if (next.done) break;
    read.push(next.value);
    scan.read(next.value);
  }
  const isNone = scan.listBytes === 0 && Buffer.concat(read).toString('latin1', 0, flush.length) === flush;
  return { isMany: scan.isMany, isNone, body: followed(read, source) };
};

async function* followed(read: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read.splice(0);
  yield* { [Symbol.asyncIterator]: () => rest };
}
