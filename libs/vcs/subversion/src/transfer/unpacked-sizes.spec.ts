import { svndiff, svndiffHead as head, windowOf } from './svndiff.fixture.js';
import { UnpackedSizes } from './unpacked-sizes.js';

const window = (from: number, made: number, instructions: number, data: number): Buffer =>
  windowOf(0, from, made, Buffer.alloc(instructions, 255), Buffer.alloc(data, 255));

const counted = (pieces: Iterable<Buffer>): number | undefined => {
  const sizes = new UnpackedSizes();
  for (const piece of pieces) if (!sizes.read(piece)) return undefined;
  return sizes.unpacked;
};
const bytesOf = (body: Buffer): Buffer[] => [...body].map((byte) => Buffer.from([byte]));

describe('what a svndiff unpacks to', () => {
  it('is counted in all its versions, however it comes', () => {
    for (const version of [0, 1, 2]) {
      const body = Buffer.concat([
        head(version),
        window(0, 102_400, 6, 1),
        window(300, 200, 0, 0),
        window(0, 5, 3, 900),
      ]);
      expect([counted([body]), counted(bytesOf(body))]).toEqual([102_705, 102_705]);
    }
    expect(counted([head(1)])).toBe(0);
  });

  it('counts before the data of a window have come', () => {
    expect(counted([head(0), window(0, 102_400, 6, 1 << 20).subarray(0, 12)])).toBe(102_400);
  });

  // Somebody sent millions of windows of nothing: what looks at them served nobody else meanwhile.
  it('is not counted of very many windows that hold next to nothing', () => {
    const windows = (count: number, made: number): Buffer =>
      Buffer.concat([head(0), ...Array<Buffer>(count).fill(window(0, made, 0, 0))]);
    expect(counted([windows(1_000, 0)])).toBe(0);
    expect(counted([windows(1_001, 0)])).toBeUndefined();
    expect(counted([windows(5_000, 500)])).toBeUndefined();
    expect(counted([windows(5_000, 1_024)])).toBe(5_120_000);
  });

  it('is not counted where a window goes back in what it is made from', () => {
    const windows = (...views: [from: number, length: number][]): number | undefined =>
      counted([svndiff(...views.map(([from, length]) => windowOf(from, length, 1)))]);
    expect(windows([0, 100], [100, 50], [150, 0], [150, 0])).toBe(152);
    expect(windows([0, 100], [0, 100], [0, 200])).toBe(400);
    expect(windows([0, 100], [0, 0], [0, 0])).toBe(102);
    expect(windows([10, 10], [0, 0])).toBeUndefined();
    expect(windows([10, 10], [9, 20])).toBeUndefined();
    expect(windows([0, 100], [50, 10])).toBeUndefined();
  });

  it('is known of nothing else', () => {
    expect(counted([Buffer.from('plain text')])).toBeUndefined();
    expect(counted([head(3)])).toBeUndefined();
    expect(counted([head(0), Buffer.alloc(11, 128)])).toBeUndefined();
    expect(counted([head(0), Buffer.alloc(9, 255)])).toBeUndefined();
  });
});
