import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ask } from '../clients/door.js';
import { generateRepository, git } from '../clients/git.js';
import { pkt } from '../clients/raw-push.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newCompany, newMember, newProject, newRepository } from '../world.js';

describe('A fetch that is refused before all of it was read', () => {
  // 17 MiB are refused as soon as they are unpacked. What comes behind them lies on the way then.
  const wants = Buffer.alloc(17 << 20, pkt(`want ${'1'.repeat(40)}\n`));
  const body = new Uint8Array(gzipSync(Buffer.concat([wants, randomBytes(600_000)])));
  const headers = { 'content-type': 'application/x-git-upload-pack-request', 'content-encoding': 'gzip' };

  it('leaves nothing before the requests of others', async () => {
    const stranger = await newCompany();
    const theirs = await newProject(stranger);
    const guest = await newMember(stranger, theirs, 'guest');
    const bait = await newRepository(stranger, theirs);
    const admin = await companyAdmin();
    const repository = await newRepository(admin, await newProject(admin));
    const directory = join(await scratch(), 'history');
    await generateRepository(directory, { branches: [], commits: 1 });
    for (let round = 0; round < 3; round += 1) {
      const refusals = Array.from({ length: 4 }, () =>
        ask('POST', `${bait.url}/git-upload-pack`, guest, { headers, body }),
      );
      for (const refused of await Promise.all(refusals))
        expect(await refused.text()).toContain('ERR the request is too large');
      // Whoever met such a connection waited for a minute, and was told that the repository cannot be reached.
      const begun = Date.now();
      const url = admin.in(repository.url);
      const pushed = git(directory, 'push', '-q', url, `main:refs/heads/round-${round}`);
      const read = Array.from({ length: 4 }, () => git(directory, 'ls-remote', url));
      for (const { status, output } of await Promise.all([pushed, ...read]))
        expect(`${status} ${output}`).toMatch(/^0 /);
      expect(Date.now() - begun).toBeLessThan(45_000);
    }
  });
});
