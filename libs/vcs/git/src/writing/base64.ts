/** What cannot be read as base64. */
export class NotBase64 extends Error {}

/** What a `data:` address has before its bytes. */
const dataAddress = /^data:[^,]{0,1000};base64,/i;

/**
 * The bytes that a text stands for, given in pieces of ASCII: base64 in lines of any length, with or without what fills
 * up its end, alone or in a `data:` address.
 * @throws NotBase64
 */
export async function* decoded(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  let begun = false;
  let ended = false;
  for await (const piece of pieces) {
    const sent = piece.toString('latin1');
    const text = rest + (begun ? sent : sent.replace(dataAddress, '')).replace(/[\r\n]/g, '');
    begun = true;
    const whole = text.slice(0, text.length - (text.length % 4));
    rest = text.slice(whole.length);
    if (whole === '') continue;
    if (ended || !/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) throw new NotBase64();
    ended = whole.endsWith('=');
    yield Buffer.from(whole, 'base64');
  }
  if (rest === '') return;
  if (ended || !/^[A-Za-z0-9+/]{2,3}$/.test(rest)) throw new NotBase64();
  yield Buffer.from(rest, 'base64');
}
