/** A body of which the beginning was read; `whole`: its chunks, where that was all of it. */
export interface ReadAhead {
  body: AsyncIterable<Buffer>;
  whole?: Buffer[];
}

/** The same body once it has come to its end, its checksum included, or to so many bytes. */
export const readAhead = async (body: AsyncIterable<Buffer>, bytes: number): Promise<ReadAhead> => {
  const source = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await source.next();
    if (next.done) return { body: passingAll([...chunks]), whole: chunks };
    chunks.push(next.value);
    size += next.value.length;
    if (size > bytes) return { body: passingAll(chunks, { [Symbol.asyncIterator]: () => source }) };
  }
};

async function* passingAll(first: Buffer[], rest?: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first.splice(0);
  if (rest) yield* rest;
}
