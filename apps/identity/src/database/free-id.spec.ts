import { underFreeId } from './free-id.js';

describe('the id of what is deactivated', () => {
  it('is looked for again when somebody took it meanwhile', async () => {
    const taken = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'project_id_key' });
    await expect(underFreeId(() => Promise.reject(taken))).rejects.toMatchObject({ code: '40001' });
    const other = new Error('the disk is full');
    await expect(underFreeId(() => Promise.reject(other))).rejects.toBe(other);
    await underFreeId(() => Promise.resolve());
  });
});
