import { PassThrough } from 'node:stream';
import { eachLine } from './said-lines.js';

describe('what a program writes', () => {
  const linesOf = async (pieces: string[], longest?: number, ends?: string): Promise<string[]> => {
    const stream = new PassThrough();
    const lines: string[] = [];
    eachLine(stream, (line) => lines.push(line), longest, ends);
    const ended = new Promise((resolve) => stream.on('end', resolve));
    for (const piece of pieces) {
      stream.write(piece);
      await new Promise(setImmediate);
    }
    stream.end();
    await ended;
    return lines;
  };

  it('is taken line by line, however it comes, and so is what is written over', async () => {
    expect(await linesOf(['one\ntw', 'o\r', 'three\r\n\nfour'])).toEqual(['one', 'two', 'three', 'four']);
    expect(await linesOf(['one\n'])).toEqual(['one']);
    expect(await linesOf([])).toEqual([]);
  });

  it('is taken whole up to the end that is asked for', async () => {
    expect(await linesOf(['one\rtwo\n', 'three\r'], undefined, '\n')).toEqual(['one\rtwo', 'three\r']);
  });

  it('is cut off where a line is too long, whether it ends or not', async () => {
    expect(await linesOf(['12345678\nab', 'cdefgh', 'ijkl'], 5)).toEqual(['12345', 'abcde']);
    expect(await linesOf(['abcdefg', 'hij\nx\n'], 5)).toEqual(['abcde', 'x']);
    expect(await linesOf(['x'.repeat(1_500)])).toEqual(['x'.repeat(1_000)]);
  });
});
