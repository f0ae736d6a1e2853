import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { pkt, zero } from './git-world.fixture.js';

/** Whether objects of a push lie in a repository that has not been decided. */
export const isReceiving = async (directory: string): Promise<boolean> =>
  (await readdir(join(directory, 'objects'))).some((name) => name.startsWith('tmp_objdir'));

/** A push that has sent a part of a file of 8 MiB, which git writes, and sends no more. */
export const begunPush = async (at: {
  url: string;
  directory: string;
  tip: string;
}): Promise<ClientRequest> => {
  const sent = request(`${at.url}/git-receive-pack`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
  });
  sent.on('error', () => undefined);
  sent.write(`${pkt(`${zero} ${at.tip} refs/heads/endless\0 report-status`)}0000`);
  // One object: a blob of 2 ** 23 bytes.
  sent.write(Buffer.from('5041434b0000000200000001b0808020', 'hex'));
  sent.write(deflateSync(randomBytes(8 << 20), { level: 0 }).subarray(0, 200 << 10));
  while (!(await isReceiving(at.directory))) await sleep(20);
  return sent;
};
