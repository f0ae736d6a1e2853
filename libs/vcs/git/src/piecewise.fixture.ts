/** What a transformation of bodies makes of a text that comes in pieces of so many bytes. */
export const piecewise =
  (transform: (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>) =>
  async (text: string, size: number): Promise<string> => {
    const bytes = Buffer.from(text, 'latin1');
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += size)
        yield await Promise.resolve(bytes.subarray(at, at + size));
    };
    const parts: Buffer[] = [];
    for await (const part of transform(pieces())) parts.push(part);
    return Buffer.concat(parts).toString('latin1');
  };
