import type { Client, Connection } from 'ssh2';

/** A list of names that is offered in a key exchange. */
interface OfferedNames {
  array: string[];
}

interface OneDirection<Names> {
  cipher: Names;
  mac: Names;
  compress: Names;
  lang: Names;
}

interface OfferedLists<Names> {
  kex: Names;
  serverHostKey: Names;
  cs: OneDirection<Names>;
  sc: OneDirection<Names>;
}

/** What is offered in a key exchange (RFC 4253, 7.1). */
export interface KeyExchangeOffer {
  lists: OfferedLists<OfferedNames>;
  constructor: new (lists: OfferedLists<string[]>) => KeyExchangeOffer;
}

/** Answers a global request (RFC 4254, 4) and says what came of it by itself. */
export type GlobalRequestHandler = (
  protocol: LibraryProtocol,
  name: string,
  wantReply: boolean,
  data: unknown,
) => void;

export interface LibraryProtocol {
  _offer: KeyExchangeOffer;
  _kex: {
    sessionID: Buffer;
    negotiated: { serverHostKey: string };
    _remoteKexinit: Buffer;
    _sentNEWKEYS?: boolean;
  };
  _kexinit: unknown;
  _skipNextInboundPacket: boolean;
  _queue: Buffer[] | undefined;
  _handlers: { GLOBAL_REQUEST: GlobalRequestHandler };
  _packetRW: {
    write: {
      /** Where the payload of a packet begins; the second while keys are exchanged. */
      allocStart: number;
      allocStartKEX: number;
      alloc(length: number, always?: boolean): Buffer;
      finalize(packet: Buffer, always?: boolean): Buffer;
    };
  };
  _cipher: { encrypt(packet: Buffer): void };
  /** Is called when keys are exchanged; for the first time it tells the client extensions, too. */
  _onHandshakeComplete: (...said: unknown[]) => void;
  requestSuccess(answer: Buffer): void;
  requestFailure(): void;
}

interface Insides {
  _protocol: LibraryProtocol;
  _sock: { writable: boolean; end(): void };
}

/**
 * What the library keeps to itself and the door needs: it has no interface for this. The version of the library is
 * pinned, and specs with stock clients go through each use.
 */
export const insidesOf = (client: Connection | Client): Insides => client as unknown as Insides;

/**
 * Whether a client has said its key, and got ours and our signature for it: somebody may be comparing the fingerprint,
 * so it need not have said any more.
 */
export const hasOurKey = (client: Connection | undefined): boolean => {
  if (!client) return false;
  const { _kex: kex }: Partial<LibraryProtocol> = insidesOf(client)._protocol;
  return kex?._sentNEWKEYS === true;
};
