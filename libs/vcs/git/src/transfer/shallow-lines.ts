import { lengthAt, packetHead } from './pkt-line.js';

/** A packet that says where the history of the client ends: `shallow ` and an id. */
const shallow = /^shallow (?:[0-9a-f]{40}|[0-9a-f]{64})\n?$/;
const longest = packetHead + 'shallow '.length + 64 + 1;

/**
 * The body of a push without the lines in which a client says where its own history ends. git takes no push that would
 * make a repository here end there, so they say nothing; but for their sake it reads what all references lead to, whole
 * and without the commit-graph, which takes it as much memory as all those commits have text.
 */
export async function* withoutShallow(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of body) {
    if (!rest) {
      yield chunk;
      continue;
    }
    rest = behindShallow(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
    if (mayBeShallow(rest)) continue;
    yield rest;
    rest = undefined;
  }
  if (rest && rest.length > 0) yield rest;
}

const behindShallow = (bytes: Buffer): Buffer => {
  let at = 0;
  while (bytes.length - at >= packetHead) {
    const length = lengthAt(bytes, at);
    if (length > longest || length <= packetHead || bytes.length - at < length) break;
    if (!shallow.test(bytes.toString('latin1', at + packetHead, at + length))) break;
    at += length;
  }
  return bytes.subarray(at);
};

/** It is too short to tell. */
const mayBeShallow = (bytes: Buffer): boolean => {
  if (bytes.length < packetHead) return true;
  const length = lengthAt(bytes, 0);
  const isWhole = length <= packetHead || length > longest || bytes.length >= length;
  return !isWhole && 'shallow '.startsWith(bytes.toString('latin1', packetHead, packetHead + 8).slice(0, 8));
};
