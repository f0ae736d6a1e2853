import { CommitMessages } from './commit-messages.js';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

describe('the messages of listed commits', () => {
  const read = (text: string, size: number, most = Infinity) => {
    const found: [string, string][] = [];
    const messages = new CommitMessages(({ id, message }) => found.push([id, message]) < most);
    const bytes = Buffer.from(text);
    let more = true;
    for (let at = 0; more && at < bytes.length; at += size)
      more = messages.read(bytes.subarray(at, at + size));
    return { found, more };
  };
  const said = `5 commit ${one}\nä\n\nb\n\0\n18446744073709551604 commit ${two}\n\0\n`;
  const both = [
    [one, 'ä\n\nb'],
    [two, ''],
  ];

  it.each([1, 7, 1000])('come whole, in pieces of %i bytes', (size) => {
    expect(read(said, size)).toEqual({ found: both, more: true });
  });

  it('end when no more is wanted', () => {
    expect(read(said, 1000, 1)).toEqual({ found: [both[0]], more: false });
  });

  it('are kept up to 1 MiB, and what is no commit is passed over', () => {
    const long = `nothing\0\n5 commit ${one}\n${'x'.repeat(2 << 20)}\0\n6 commit ${two}\ny\0\n`;
    const { found } = read(long, 1 << 16);
    expect(found.map(([id, message]) => [id, message.length])).toEqual([
      [one, (1 << 20) - 51],
      [two, 1],
    ]);
  });
});
