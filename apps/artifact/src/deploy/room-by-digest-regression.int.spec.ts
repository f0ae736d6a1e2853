import { createHash } from 'node:crypto';
import { ArtifactSystem } from '../testing/artifact-system.js';

const mebibyte = 1024 * 1024;

/** Each held 16 MiB of what it was to store, and none of its bytes came, with which it would have asked for more. */
describe('uploads by digest at one moment', () => {
  it('do not pass the storage limit together', async () => {
    const system = await ArtifactSystem.start({ storageLimit: 100 * mebibyte });
    try {
      const repository = system.repository();
      const body = Buffer.alloc(40 * mebibyte, 'x');
      expect((await system.put('/first', body, { repository })).status).toBe(201);
      const headers = {
        'x-checksum-deploy': 'true',
        'x-checksum-sha256': createHash('sha256').update(body).digest('hex'),
      };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => system.put(`/again${n}`, '', { repository, headers })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 507)]);
      expect((await system.put('/small', Buffer.alloc(mebibyte), { repository })).status).toBe(201);
    } finally {
      await system.stop();
    }
  });
});
