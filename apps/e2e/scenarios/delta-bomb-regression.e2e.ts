import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { remoteRefs } from '../clients/git.js';
import { creation, pushBody, sendPush, toldAll } from '../clients/raw-push.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

const block = Buffer.alloc(65_536);

const entry = (type: number, data: Buffer, base = Buffer.alloc(0)): Buffer => {
  const head: number[] = [];
  let byte = (type << 4) | (data.length & 15);
  for (let size = data.length >> 4; size > 0; size >>= 7) {
    head.push(byte | 0x80);
    byte = size & 0x7f;
  }
  return Buffer.concat([Buffer.from([...head, byte]), base, deflateSync(data, { level: 9 })]);
};

const number = (value: number): Buffer => {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
};

/** The body of a push: a file of 64 KiB, and one that repeats it so many times, told in a byte each. */
const bomb = (times: number): Buffer => {
  const base = createHash('sha1').update(`blob ${block.length}\0`).update(block).digest();
  const delta = Buffer.concat([
    number(block.length),
    number(block.length * times),
    Buffer.alloc(times, 0x80),
  ]);
  const pack = Buffer.concat([
    Buffer.from('PACK\0\0\0\u0002\0\0\0\u0002', 'latin1'),
    entry(3, block),
    entry(7, delta, base),
  ]);
  const whole = Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
  return pushBody([creation('refs/tags/bomb', base.toString('hex'), toldAll)], whole);
};

describe('A push of some hundred bytes that unfolds to 300 MB', () => {
  it('is refused with a reason, and a smaller one is not', async () => {
    const admin = await companyAdmin();
    const { url } = await newRepository(admin, await newProject(admin));
    const push = (times: number): Promise<string> => {
      const body = bomb(times);
      expect(body.length).toBeLessThan(700);
      return sendPush(admin, url, body);
    };
    const refused = await push(4800);
    expect(refused).toContain('the push needs more memory than the server gives it (256 MiB)');
    expect(refused).toContain('ng refs/tags/bomb');
    const directory = await scratch();
    expect(await remoteRefs(directory, admin.in(url))).toEqual({});
    expect(await push(100)).toContain('ok refs/tags/bomb');
  });
});
