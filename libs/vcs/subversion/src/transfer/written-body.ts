import { BodyFailure, type PushRoom } from '@holdfast/vcs-spi/engine';

/** The same body, as far as there is room for it. @throws BodyFailure `too_large` */
export async function* withinRoom(
  room: Pick<PushRoom, 'refusalOf'>,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    const refusal = await room.refusalOf(bytes);
    if (refusal !== undefined) throw new BodyFailure('too_large', 507, refusal);
    yield piece;
  }
}
