import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { WireFields, wireNumber, wireString } from '@holdfast/kernel';
import ssh2, { type Connection } from 'ssh2';
import { insidesOf, type LibraryProtocol } from './library-insides.js';

/** SSH_MSG_GLOBAL_REQUEST (RFC 4254, 4), and the two requests of OpenSSH (its file PROTOCOL, 2.5). */
const globalRequest = 80;
const announcement = 'hostkeys-00@openssh.com';
const question = 'hostkeys-prove-00@openssh.com';

interface OwnKey {
  /** As it goes over the wire. */
  shown: Buffer;
  type: string;
  key: KeyObject;
}

const hashes: Readonly<Record<string, string | undefined>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
  'rsa-sha2-256': 'sha256',
  'rsa-sha2-512': 'sha512',
};

/**
 * Tells clients all host keys, and proves those that they do not know yet, so that a key can be replaced without a
 * warning: `UpdateHostKeys` of OpenSSH.
 */
export class HostKeyProofs {
  private readonly keys: readonly OwnKey[];
  private readonly told: Buffer;

  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map(ownKey);
    const shown = this.keys.map((key) => wireString(key.shown));
    this.told = Buffer.concat([Buffer.of(globalRequest), wireString(announcement), Buffer.of(0), ...shown]);
  }

  /** To a client that has logged in. One question of it is answered. */
  tell(client: Connection): void {
    const { _protocol: protocol } = insidesOf(client);
    const { _handlers: handlers } = protocol;
    const others = handlers.GLOBAL_REQUEST;
    let isAnswered = false;
    handlers.GLOBAL_REQUEST = (asked, name, wantReply, data) => {
      if (name !== question || !wantReply || !Buffer.isBuffer(data))
        return others(asked, name, wantReply, data);
      const proofs = isAnswered ? undefined : this.proofs(data, protocol._kex);
      isAnswered = true;
      if (proofs) protocol.requestSuccess(proofs);
      else protocol.requestFailure();
    };
    send(protocol, this.told);
  }

  /** A signature for each key, in the order of the question; undefined where one is not ours, or asked for twice. */
  private proofs(data: Buffer, kex: LibraryProtocol['_kex']): Buffer | undefined {
    const asked = shownKeys(data);
    if (!asked || asked.length > this.keys.length) return undefined;
    const own = new Set(asked.flatMap((shown) => this.keys.find((key) => key.shown.equals(shown)) ?? []));
    if (own.size === 0 || own.size < asked.length) return undefined;
    const proof = (each: OwnKey): Buffer => {
      const signed = [wireString(question), wireString(kex.sessionID), wireString(each.shown)];
      return wireString(signature(each, Buffer.concat(signed), kex.negotiated.serverHostKey));
    };
    return Buffer.concat([...own].map(proof));
  }
}

const ownKey = (content: Buffer): OwnKey => {
  const parsed = ssh2.utils.parseKey(content);
  if (parsed instanceof Error) throw parsed;
  const { type } = parsed;
  return { shown: parsed.getPublicSSH(), type, key: createPrivateKey(parsed.getPrivatePEM()) };
};

const shownKeys = (data: Buffer): Buffer[] | undefined => {
  const fields = new WireFields(data);
  const shown: Buffer[] = [];
  try {
    for (let left = data.length; left > 0; left -= 4 + (shown.at(-1)?.length ?? 0)) shown.push(fields.next());
    return shown;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** An RSA key signs as in the key exchange, if that was by RSA: clients insist on it. */
const signature = ({ type, key }: OwnKey, data: Buffer, negotiated: string): Buffer => {
  const rsa = negotiated === 'rsa-sha2-256' ? negotiated : 'rsa-sha2-512';
  const algorithm = type === 'ssh-rsa' ? rsa : type;
  const hash = hashes[algorithm] ?? null;
  const made = sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
  const half = made.length / 2;
  const isPair = type.startsWith('ecdsa-');
  const body = isPair
    ? Buffer.concat([wireNumber(made.subarray(0, half)), wireNumber(made.subarray(half))])
    : made;
  return Buffer.concat([wireString(algorithm), wireString(body)]);
};

/** While keys are exchanged anew, packets wait. */
const send = (protocol: LibraryProtocol, payload: Buffer): void => {
  const { write } = protocol._packetRW;
  const packet = write.alloc(payload.length);
  packet.set(payload, write.allocStart);
  const ready = write.finalize(packet);
  if (protocol._kexinit === undefined) protocol._cipher.encrypt(ready);
  else (protocol._queue ??= []).push(ready);
};
