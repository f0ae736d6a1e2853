import { createHash, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { madeKey } from '@holdfast/platform/testing';
import { scratch } from '../scratch.js';

/** What people have in a device (PROTOCOL.u2f of OpenSSH). */
export type DeviceKeyType = 'sk-ssh-ed25519@openssh.com' | 'sk-ecdsa-sha2-nistp256@openssh.com';

/** What an agent is asked, and answers (RFC draft-ietf-sshm-ssh-agent). */
const messages = { failure: 5, identities: 11, theIdentities: 12, sign: 13, signature: 14 };
const application = 'ssh:';
const touched = 1;

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** With its length before it. */
const field = (content: Buffer | string): Buffer =>
  Buffer.concat([number(Buffer.byteLength(content)), Buffer.from(content)]);
/** The first field of some, and what follows it. */
const split = (bytes: Buffer): [Buffer, Buffer] => {
  const end = 4 + bytes.readUInt32BE();
  return [bytes.subarray(4, end), bytes.subarray(end)];
};

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const jwk = (key: KeyObject, name: 'x' | 'y'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[name] as string, 'base64url');

/** An agent of OpenSSH that has the key of one device. The device is made of software. */
export class DeviceAgent {
  /** Somebody touches the device when it signs. */
  isTouched = true;
  private count = 0;
  private readonly key: KeyObject;
  /** Its public key as it goes over the wire. */
  private readonly shown: Buffer;
  private readonly server: Server;

  private constructor(
    private readonly type: DeviceKeyType,
    readonly socket: string,
  ) {
    this.key = this.isEd25519 ? madeKey('ed25519') : madeKey('ec', 'P-256');
    const point = this.isEd25519
      ? [jwk(this.key, 'x')]
      : ['nistp256', Buffer.concat([Buffer.of(4), jwk(this.key, 'x'), jwk(this.key, 'y')])];
    this.shown = Buffer.concat([type, ...point, application].map((each) => field(each)));
    this.server = createServer((peer) => this.talk(peer));
  }

  static async open(type: DeviceKeyType): Promise<DeviceAgent> {
    const agent = new DeviceAgent(type, join(await scratch(), 'agent'));
    await new Promise<void>((resolve) => agent.server.listen(agent.socket, resolve));
    return agent;
  }

  /** A line as in `authorized_keys`. */
  get publicKey(): string {
    return `${this.type} ${this.shown.toString('base64')} device\n`;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get isEd25519(): boolean {
    return this.type === 'sk-ssh-ed25519@openssh.com';
  }

  private talk(peer: Socket): void {
    let said: Buffer = Buffer.alloc(0);
    peer.on('error', () => undefined);
    peer.on('data', (piece: Buffer) => {
      said = Buffer.concat([said, piece]);
      while (said.length >= 4 && said.length >= 4 + said.readUInt32BE()) {
        const [message, rest] = split(said);
        peer.write(field(this.answer(message)));
        said = rest;
      }
    });
  }

  private answer(message: Buffer): Buffer {
    const [asked] = message;
    if (asked === messages.identities)
      return Buffer.concat([
        Buffer.of(messages.theIdentities),
        number(1),
        field(this.shown),
        field('device'),
      ]);
    if (asked !== messages.sign) return Buffer.of(messages.failure);
    const [, rest] = split(message.subarray(1));
    return Buffer.concat([Buffer.of(messages.signature), field(this.signed(split(rest)[0]))]);
  }

  /** What the device says of its user, and how often it was used, is signed with it and stands behind. */
  private signed(data: Buffer): Buffer {
    const told = Buffer.concat([Buffer.of(this.isTouched ? touched : 0), number((this.count += 1))]);
    const asked = Buffer.concat([sha256(application), told, sha256(data)]);
    return Buffer.concat([field(this.type), field(this.proof(asked)), told]);
  }

  private proof(asked: Buffer): Buffer {
    if (this.isEd25519) return sign(null, asked, this.key);
    // Two numbers of DER, which are written as those of SSH are.
    const made = sign('sha256', asked, this.key);
    const middle = 4 + made[3];
    return Buffer.concat([field(made.subarray(4, middle)), field(made.subarray(middle + 2))]);
  }
}
