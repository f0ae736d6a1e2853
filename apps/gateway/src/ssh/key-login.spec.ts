import { sign } from 'node:crypto';
import type { SshKeyHolder } from '@holdfast/contracts';
import { madeKey } from '@holdfast/platform/testing';
import type { PublicKeyAuthContext } from 'ssh2';
import type { Sessions } from '../session/sessions.js';
import { KeyLogin } from './key-login.js';

const field = (bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes as string, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
const privateKey = madeKey('ed25519');
const { x = '' } = privateKey.export({ format: 'jwk' });
const data = Buffer.concat([field('ssh-ed25519'), field(Buffer.from(x, 'base64url'))]);
const blob = Buffer.from('what is signed');
const ctx = { requestId: 'test', deadline: 0 };

describe('a login by key', () => {
  let holders: SshKeyHolder[];
  let refused: string[];
  let asked: number;
  let login: KeyLogin;
  beforeEach(() => {
    holders = [{ company: { uuid: 'c', id: 'acme' }, account: { uuid: 'a', id: 'ada' }, share: 'a' }];
    [refused, asked] = [[], 0];
    const sessions = {
      holdersOf: () => ((asked += 1), Promise.resolve({ holders })),
      refuseSshKey: async (fingerprint: string) => {
        await new Promise(setImmediate);
        refused.push(fingerprint);
      },
    } as unknown as Sessions;
    login = new KeyLogin(sessions, 'svc');
  });

  const shown = (signature?: Buffer): PublicKeyAuthContext =>
    ({
      username: 'svc',
      key: { algo: 'ssh-ed25519', data },
      ...(signature ? { signature, blob } : {}),
    }) as unknown as PublicKeyAuthContext;

  it('is one question for a key that is shown and then signed with', async () => {
    expect(await login.of(shown(), ctx)).toMatchObject({ isProved: false, holders });
    expect(await login.of(shown(sign(null, blob, privateKey)), ctx)).toMatchObject({ isProved: true });
    expect([asked, refused]).toEqual([1, []]);
  });

  it('is told where the key is somebody’s and the signature is not', async () => {
    expect(await login.of(shown(Buffer.alloc(64)), ctx)).toBeUndefined();
    expect(refused).toEqual([expect.stringMatching(/^SHA256:/)]);
  });

  it('is told nowhere where nobody has the key', async () => {
    holders = [];
    expect(await login.of(shown(Buffer.alloc(64)), ctx)).toBeUndefined();
    expect(refused).toEqual([]);
  });
});
