import type { Connection } from 'ssh2';

/** What the library keeps to itself: its own farewell has no text. */
interface Insides {
  _protocol: {
    _packetRW: {
      write: {
        allocStartKEX: number;
        alloc(length: number, always: boolean): Buffer;
        finalize(packet: Buffer, always: boolean): Buffer;
      };
    };
    _cipher: { encrypt(packet: Buffer): void };
  };
  _sock: { writable: boolean; end(): void };
}

/** SSH_MSG_DISCONNECT and its reason SSH_DISCONNECT_TOO_MANY_CONNECTIONS (RFC 4253, 11.1). */
const disconnect = 1;
const tooManyConnections = 12;

/** Ends a connection that is one too many, with a line that stock clients print. */
export const sendAway = (client: Connection, reason: string): void => {
  const { _protocol: protocol, _sock: socket } = client as unknown as Insides;
  if (!socket.writable) return;
  const text = Buffer.from(reason);
  const body = Buffer.alloc(1 + 4 + 4 + text.length + 4);
  body.writeUInt8(disconnect, 0);
  body.writeUInt32BE(tooManyConnections, 1);
  body.writeUInt32BE(text.length, 5);
  text.copy(body, 9);
  const { write } = protocol._packetRW;
  const packet = write.alloc(body.length, true);
  packet.set(body, write.allocStartKEX);
  protocol._cipher.encrypt(write.finalize(packet, true));
  socket.end();
};
