import { WireFields } from '@holdfast/kernel';
import type { Connection } from 'ssh2';
import { insidesOf, type KeyExchangeOffer } from './library-insides.js';

/** What stands before the lists of an offer (RFC 4253, 7.1): its number and a cookie. And how many lists there are. */
const before = 1 + 16;
const lists = 10;

/**
 * Whether the packet behind a client's offer is a guess that was wrong: the names that both sides like best, of
 * exchanges and of host keys, are not the same (RFC 4253, 7).
 */
const isWrongGuess = (offer: Buffer, { lists: own }: KeyExchangeOffer): boolean => {
  const fields = new WireFields(offer);
  fields.take(before);
  const names = Array.from({ length: lists }, () => fields.text());
  const [follows] = fields.take(1);
  const [kex, hostKey] = names.map((list) => list.split(',')[0]);
  return follows !== 0 && (kex !== own.kex.array[0] || hostKey !== own.serverHostKey.array[0]);
};

/**
 * Takes a client that guesses how keys are exchanged at its word, where it is right. The library takes every guess for
 * a wrong one, and waits for another packet that never comes.
 * It must be called before the client has said anything.
 */
export const judgeGuesses = (client: Connection): void => {
  const { _protocol: protocol } = insidesOf(client);
  let exchange = protocol._kex;
  // What came is an offer that the library could read: it has agreed on how to exchange keys.
  Object.defineProperty(protocol, '_kex', {
    get: () => exchange,
    set: (agreed: typeof exchange) => {
      exchange = agreed;
      protocol._skipNextInboundPacket = isWrongGuess(agreed._remoteKexinit, protocol._offer);
    },
  });
};
