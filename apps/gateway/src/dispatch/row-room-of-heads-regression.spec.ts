import { projectOperations } from '@holdfast/contracts';
import { DiskRoom } from '@holdfast/kernel';
import { bodyLimit } from '../http/request-body.js';
import { RowRoom } from './row-room.js';

// Each head took the room of the largest body, for a second: a thousand a second without a body took 4 GiB, and the
// POSTs of everybody were 507.
describe('The room for rows', () => {
  it('is left to others by any number of heads whose bodies do not come', async () => {
    const disk = { total: 2 ** 30, free: 4 * bodyLimit };
    const room = new RowRoom(new DiskRoom('/', 0, () => Promise.resolve(disk)));
    const { create } = projectOperations;
    for (let time = 0; time < 1_000; time += 1) {
      await room.mustHave(create, { headers: { 'transfer-encoding': 'chunked' } });
      await room.mustHave(create, { headers: { 'content-length': String(bodyLimit) } });
    }
    await room.take(create, bodyLimit);
    await expect(room.take(create, 1)).rejects.toMatchObject({ code: 'storage_full' });
  });
});
