import { projectOperations, sessionOperations } from '@holdfast/contracts';
import { DiskRoom } from '@holdfast/kernel';
import { bodyLimit } from '../http/request-body.js';
import { RowRoom } from './row-room.js';

const mebibyte = 2 ** 20;
const request = (length?: number) => ({
  headers: length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) },
});

/** A disk with so many bytes above its reserve. */
const withLeft = (left: number): RowRoom =>
  new RowRoom(new DiskRoom('/', 100, () => Promise.resolve({ total: 1_000 * mebibyte, free: 100 + left })));

describe('The room for rows', () => {
  it('is for nobody who makes some while only the reserve is left, and all else goes on', async () => {
    const room = withLeft(-1);
    const full = { code: 'storage_full' };
    await expect(room.mustHave(projectOperations.create, request(2))).rejects.toMatchObject(full);
    await expect(room.mustHave(projectOperations.update, request(2))).rejects.toMatchObject(full);
    await expect(room.mustHave(projectOperations.create, { headers: {} })).rejects.toMatchObject(full);
    for (const operation of [projectOperations.delete, projectOperations.list, sessionOperations.create])
      await expect(room.mustHave(operation, request(2))).resolves.toBeUndefined();
  });

  it('is taken by bodies that have come, four times each, and asked for where a head says how long one is', async () => {
    const room = withLeft(4 * (bodyLimit + 1_000));
    const post = async (length: number): Promise<void> => {
      await room.mustHave(projectOperations.create, request(length));
      await room.take(projectOperations.create, length);
    };
    const full = { code: 'storage_full' };
    await post(bodyLimit);
    await expect(post(1_001)).rejects.toMatchObject(full);
    await post(1_000);
    await expect(post(1)).rejects.toMatchObject(full);
    await room.mustHave(projectOperations.create, request());
    await expect(room.take(projectOperations.create, 1)).rejects.toMatchObject(full);
    await room.take(projectOperations.delete, 1);
  });

  it('counts no more of a body than goes into the database: what is longer goes to a node', async () => {
    await withLeft(4 * bodyLimit).mustHave(projectOperations.create, request(100 * mebibyte));
  });

  it('is not looked for where nobody knows, or can see, where the database is', async () => {
    const unseen = new DiskRoom('/', 100, () => Promise.reject(new Error('away')));
    for (const room of [new RowRoom(), new RowRoom(unseen)]) {
      await expect(room.mustHave(projectOperations.create, request(2))).resolves.toBeUndefined();
      await expect(room.take(projectOperations.create, 2)).resolves.toBeUndefined();
    }
  });
});
