import { wireString } from '@holdfast/kernel';
import { signatureNames } from '@holdfast/platform/ssh-keys';
import type { Connection } from 'ssh2';
import { insidesOf } from './library-insides.js';

/** SSH_MSG_EXT_INFO (RFC 8308, 2.3). */
const extensions = 7;

const payload = Buffer.concat([
  Buffer.of(extensions, 0, 0, 0, 1),
  wireString('server-sig-algs'),
  wireString(signatureNames.join()),
]);

/**
 * Tells a client by what it may sign. The library's own list has SHA-1 and DSA, which are refused, and two names
 * without a comma between them, so that clients that sign by one of these only give up.
 * It must be called before the client has said anything.
 */
export const nameSignatures = (client: Connection): void => {
  const { _protocol: protocol } = insidesOf(client);
  const complete = protocol._onHandshakeComplete;
  // The library tells its list before it calls what it was given.
  protocol._onHandshakeComplete = (...said) => {
    protocol._onHandshakeComplete = complete;
    const { write } = protocol._packetRW;
    const finalize = write.finalize.bind(write);
    write.finalize = (packet, always) => {
      if (packet[write.allocStart] !== extensions) return finalize(packet, always);
      const right = write.alloc(payload.length);
      right.set(payload, write.allocStart);
      return finalize(right, always);
    };
    complete(...said);
    write.finalize = finalize;
  };
};
