import { wireString } from '@holdfast/kernel';
import ssh2 from 'ssh2';

/** Has an RSA key whose exponent is as long as its modulus. */
export class OddAgent extends ssh2.BaseAgent<Buffer> {
  override getIdentities(tell: (error: Error | undefined, keys?: Buffer[]) => void): void {
    const n = Buffer.concat([Buffer.of(0), Buffer.alloc(384, 0xff)]);
    tell(undefined, [
      Buffer.concat([wireString('ssh-rsa'), wireString(Buffer.alloc(384, 0x7f)), wireString(n)]),
    ]);
  }

  override sign(_key: Buffer, _data: Buffer, ...rest: unknown[]): void {
    const told = rest.find((each) => typeof each === 'function');
    told?.(undefined, Buffer.alloc(384, 1));
  }
}
