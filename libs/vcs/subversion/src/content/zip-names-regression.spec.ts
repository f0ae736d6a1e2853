import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ArchiveMember } from './archive-member.js';
import { zip } from './zip-archive.js';

const namesIn = async (paths: readonly string[]): Promise<string[]> => {
  const members = async function* (): AsyncGenerator<ArchiveMember> {
    for (const path of paths)
      yield await Promise.resolve({
        path,
        isExecutable: false,
        size: 0,
        target: 'x',
        contents: () => Promise.reject(new Error()),
      });
  };
  const all = await buffer(Readable.from(zip(members(), 0)));
  const begin = Buffer.from('504b0304', 'hex');
  const names: string[] = [];
  for (let at = all.indexOf(begin); at >= 0; at = all.indexOf(begin, at + 1))
    names.push(all.toString('utf8', at + 30, at + 30 + all.readUInt16LE(at + 26)));
  return names;
};

// A backslash is a letter in Subversion, and where a zip is unpacked on Windows the way to another directory.
describe('names with backslashes in a zip', () => {
  it('stay as they are, unless one would lead elsewhere, and are distinct', async () => {
    const plain = ['app/a\\b', 'a\\b..', 'dev-disk\\x2duuid.swap', 'a%5Cb', 'ü', 'c:d'];
    expect(await namesIn(plain)).toEqual(plain);
    expect(
      await namesIn([
        'app/..\\..\\up',
        '..%5C..%5Cup',
        '..%255C..%255Cup',
        'a\\..\\b',
        '\\x',
        'd/\\x',
        'C:\\x',
        '.\\x',
      ]),
    ).toEqual([
      'app/..%5C..%5Cup',
      '..%255C..%255Cup',
      '..%25255C..%25255Cup',
      ...['a%5C..%5Cb', '%5Cx', 'd/%5Cx', 'C:%5Cx', '.%5Cx'],
    ]);
  });
});
