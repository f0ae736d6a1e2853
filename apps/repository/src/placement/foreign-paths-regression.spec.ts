import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from '@holdfast/kernel';
import { Placement } from './placement.js';

// A gateway that somebody had broken into named a directory that he had laid elsewhere on the node: git obeyed the
// settings in it, and one of them is a program.
describe('a repository that another process names by a path', () => {
  let data: string;
  let placement: Placement;
  const [uuid, type] = [uuidv7(), 'git'];

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'placement-'));
    placement = new Placement(data, 'node-1');
  });
  afterEach(() => rm(data, { recursive: true }));

  it.each([
    { uuid: '../../../../elsewhere', type },
    { uuid: `${uuid}/../../../elsewhere`, type },
    { uuid: '', type },
    { uuid, type: '../../elsewhere' },
    { uuid, type: '' },
  ])('has no place: %j', async (named) => {
    expect(() => placement.directory(named)).toThrow('is called by what is no name');
    await expect(placement.holds(named)).rejects.toThrow('is called by what is no name');
    for (const marking of [placement.begin(named), placement.keep(named), placement.heads.set(named)])
      await expect(marking).rejects.toThrow('is called by what is no name');
    await expect(placement.discard(named)).rejects.toThrow('is called by what is no name');
    expect(await readdir(data)).toEqual([]);
  });

  it('has no place for its texts', () => {
    expect(() => placement.body({ uuid: '../../elsewhere' }, uuidv7())).toThrow(
      'called by a name that is none',
    );
  });

  it('has one by its uuid', () => {
    const place = join(data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.git`);
    expect(placement.directory({ uuid, type })).toBe(place);
  });
});
