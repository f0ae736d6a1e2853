import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import { ListedTimes } from './listed-times.js';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
const said = `5 ${one}\n18446744073709551604 ${two}\n6 33`;
const both = [
  [one, 5],
  [two, 2 ** 64],
];

describe('the times of listed commits', () => {
  afterEach(() => jest.restoreAllMocks());
  const read = async (size: number, most = Infinity) => {
    const found: [string, number][] = [];
    const times = new ListedTimes((id, at) => found.push([id, at]) < most);
    const bytes = Buffer.from(said);
    let more = true;
    for (let at = 0; more && at < bytes.length; at += size)
      more = await times.read(bytes.subarray(at, at + size));
    return { found, more };
  };

  it.each([1, 7, 1000])('come whole, in pieces of %i bytes', async (size) => {
    expect(await read(size)).toEqual({ found: both, more: true });
  });

  it('end when no more is wanted', async () => {
    expect(await read(1000, 1)).toEqual({ found: [both[0]], more: false });
  });

  it('leave the event loop to others where it is their turn', async () => {
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    const pass = jest.spyOn(loopShare, 'pass');
    await read(50);
    expect(pass).toHaveBeenCalledTimes(Math.ceil(said.length / 50));
  });
});
