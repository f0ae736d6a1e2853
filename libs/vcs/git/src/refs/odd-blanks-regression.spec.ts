import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefLines } from '../remote/listed-refs.js';
import { readHead } from './ref-files.js';

// A letter whose bytes end in A0 (à, Р) was a blank where bytes were read as letters, and other blanks than git's were
// taken off names: HEAD was another branch, or none.
describe('a branch whose name ends in what is a blank elsewhere', () => {
  const names = ['voil\u00e0', '\u0420\u0430\u0437', 'main\u00a0', 'a\u2028b', 'a\u3000', '\ufeffa'];

  it.each(names)('is named by HEAD: %j', async (name) => {
    const directory = await mkdtemp(join(tmpdir(), 'blanks-'));
    try {
      for (const text of [`ref: refs/heads/${name}\n`, `ref: refs/heads/${name}`]) {
        await writeFile(join(directory, 'HEAD'), text);
        expect(readHead(directory)).toBe(name);
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it.each(names)('is the default branch of a remote: %j', (name) => {
    const lines = new RefLines(10);
    lines.take(Buffer.from(`ref: refs/heads/${name}\tHEAD\n${'1'.repeat(40)}\trefs/heads/${name}\n`));
    expect(lines.head).toBe(name);
    expect([...lines.refs.keys()]).toEqual([Buffer.from(`refs/heads/${name}`).toString('latin1')]);
  });
});
