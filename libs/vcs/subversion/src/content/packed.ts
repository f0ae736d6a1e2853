import { pipeline, Readable, type Transform } from 'node:stream';

/**
 * What `source` yields, as `packer` makes it. A fault of either, or whoever reads and leaves before the end, ends both:
 * a stream whose errors nobody hears would end the process.
 */
export async function* packed(source: AsyncIterable<Buffer>, packer: Transform): AsyncGenerator<Buffer> {
  const input = Readable.from(source, { objectMode: false });
  // The pipeline tells `packer` of errors, from which they are thrown below; some come when it has ended already.
  for (const stream of [input, packer]) stream.on('error', () => undefined);
  pipeline(input, packer, () => undefined);
  for await (const piece of packer) yield piece as Buffer;
}
