import { uint32, wireString } from '@holdfast/kernel';
import type { Connection } from 'ssh2';
import { insidesOf } from './library-insides.js';

/** SSH_MSG_DISCONNECT (RFC 4253, 11.1). */
const disconnect = 1;
/** SSH_DISCONNECT_TOO_MANY_CONNECTIONS and SSH_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE. */
const numbers = { crowded: 12, unknown: 14 };

/** Ends a connection with a line that stock clients print: the library's farewell has no text. */
export const sendAway = (client: Connection, why: keyof typeof numbers, reason: string): void => {
  const { _protocol: protocol, _sock: socket } = insidesOf(client);
  if (!socket.writable) return;
  const body = Buffer.concat([
    Buffer.of(disconnect),
    uint32(numbers[why]),
    wireString(reason),
    wireString(''),
  ]);
  const { write } = protocol._packetRW;
  const packet = write.alloc(body.length, true);
  packet.set(body, write.allocStartKEX);
  protocol._cipher.encrypt(write.finalize(packet, true));
  socket.end();
};
