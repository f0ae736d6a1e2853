import { CommandScan, type CommandLimits } from './command-scan.js';

/** The body of a push once all its references are known, or are many; and whether they are. */
export const lookAhead = async (
  body: AsyncIterable<Buffer>,
  limits: CommandLimits,
): Promise<{ isMany: boolean; body: AsyncIterable<Buffer> }> => {
  const source = body[Symbol.asyncIterator]();
  const scan = new CommandScan(limits);
  const read: Buffer[] = [];
  while (!scan.isListed && !scan.isMany) {
    const next = await source.next();
    if (next.done) break;
    read.push(next.value);
    scan.read(next.value);
  }
  return { isMany: scan.isMany, body: followed(read, source) };
};

async function* followed(read: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read.splice(0);
  yield* { [Symbol.asyncIterator]: () => rest };
}
