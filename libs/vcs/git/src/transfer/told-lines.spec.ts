import { withoutPaths } from './hidden-paths.js';
import { packet } from './pkt-line.js';
import { pathsHidden } from './told-lines.js';

const told = (text: string, size = text.length) => {
  const through = pathsHidden();
  const bytes = Buffer.from(text, 'latin1');
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(through(bytes.subarray(at, at + size)));
  return Buffer.concat(parts).toString('latin1');
};

describe('what git says of its own', () => {
  it.each([
    [
      "../x: '../x' is outside repository at '/srv/my data/r/1.git/.'",
      "../x: '../x' is outside repository at the repository",
    ],
    [
      "Unable to create '/srv/r.git/refs/heads/x.lock': File exists.",
      'Unable to create the repository: File exists.',
    ],
    [
      "'/srv/r.git' does not appear to be a git repository",
      'the repository does not appear to be a git repository',
    ],
    ['cannot run /usr/lib/git-core/x: No such file', 'cannot run the repository: No such file'],
    [
      'unsafe repository (/srv/r is owned by somebody)',
      'unsafe repository (the repository is owned by somebody)',
    ],
  ])('names no place on the disk: %s', (said, shown) => expect(withoutPaths(said)).toBe(shown));

  it.each([
    "no such ref: 'a/b'",
    'refs/heads/a/b: moved',
    'see https://example.org/a/b',
    'objects: 10/20 (1/2)',
  ])('stays where it names none: %s', (said) => expect(withoutPaths(said)).toBe(said));
});

describe('the lines of an answer', () => {
  const data = packet(`\u0001${'/srv/r.git/x '.repeat(20)}`);
  const secret = "\u0002fatal: at '/srv/r.git/";
  const stream =
    packet('ACK\n') +
    '0000' +
    data +
    packet('\u0002Counting: 1/2\r') +
    packet(secret) +
    data +
    packet("\u0002objects'\nnext /srv/r.git/y here\n") +
    '0005\u0001' +
    data +
    packet('\u0003died in /srv/r.git') +
    data +
    packet("\u0002no end '/srv/r.git'") +
    '00000001' +
    data;
  const shown =
    packet('ACK\n') +
    '0000' +
    data +
    packet('\u0002Counting: 1/2\r') +
    data +
    packet('\u0002fatal: at the repository\n') +
    packet('\u0002next the repository here\n') +
    '0005\u0001' +
    data +
    packet('\u0003died in the repository') +
    data +
    packet('\u0002no end the repository') +
    '00000001' +
    data;

  it('name no place on the disk, however they are cut; data stay as they are', () => {
    for (const size of [stream.length, 1, 2, 3, 7, 64, 200]) expect(told(stream, size)).toBe(shown);
  });

  it('cost nothing where there are none: data go on as the same piece of memory', () => {
    const through = pathsHidden();
    const pieces = [`${data}${data}${data.slice(0, 50)}`, data.slice(50, 80), `${data.slice(80)}${data}`];
    for (const piece of pieces.map((text) => Buffer.from(text, 'latin1'))) expect(through(piece)).toBe(piece);
  });

  it('go on in parts where they do not end', () => {
    const long = packet(`\u0002${'x'.repeat(2_985)}`);
    const part = packet(`\u0002${'x'.repeat(995)}`);
    expect(told(long + long + long)).toBe(part.repeat(6));
  });

  it('are not looked for in what is no stream of packets', () => {
    const pack = `${packet('NAK\n')}PACK${packet("\u0002'/srv/r.git'\n")}`;
    for (const size of [pack.length, 1, 9]) expect(told(pack, size)).toBe(pack);
  });
});
