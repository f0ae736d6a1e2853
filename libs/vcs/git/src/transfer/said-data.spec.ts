import { packet } from './pkt-line.js';
import { SaidData } from './said-data.js';

describe('what git says of a fetch', () => {
  /** However it is cut into pieces. */
  const saidIn = (text: string) =>
    [1, 3, 1000].map((length) => {
      const said = new SaidData();
      const bytes = Buffer.from(text, 'latin1');
      for (let at = 0; at < bytes.length; at += length) said.hear(bytes.subarray(at, at + length));
      return [said.bytes, said.isAtEdge];
    });

  it('is neither progress nor a sign of life', () => {
    for (const text of ['', '0000', '0005\x01', packet('\x02Counting objects: 9\r'), '0001' + '0004'])
      expect(saidIn(text.repeat(3))).toEqual(Array(3).fill([0, true]));
  });

  it('is data, and what stands before it', () => {
    for (const text of [packet('\x01PACK.'), `${packet('\x02x')}${packet('NAK\n.')}0000`])
      expect(saidIn(text)).toEqual(Array(3).fill([5 - (text.includes('NAK') ? 1 : 0), true]));
    expect(saidIn(packet('\x01PACK.').slice(0, -2))).toEqual(Array(3).fill([3, false]));
  });

  it('is all, where it is no stream of packets', () => {
    expect(saidIn(`${packet('NAK\n')}PACK0123`)).toEqual(Array(3).fill([3 + 7, false]));
  });
});
