import { withoutFiles } from './archive-request.js';
import { packet } from './pkt-line.js';

// By what git said of a file that is to be added, whoever could read a repository could ask which files the server has.
describe('what is asked of an archive over a connection', () => {
  const asked = async (text: string, size: number): Promise<string> => {
    const whole = Buffer.from(text);
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let at = 0; at < whole.length; at += size)
        yield await Promise.resolve(whole.subarray(at, at + size));
    }
    let passed = '';
    for await (const piece of withoutFiles(pieces())) passed += piece.toString();
    return passed;
  };
  const of = (...args: string[]): string =>
    `${args.map((each) => packet(`argument ${each}\n`)).join('')}0000`;

  it.each([1, 5, 1_000])('is passed on as it is, %i bytes at a time', async (size) => {
    for (const text of [of('--format=tar', 'main', 'a file'), `${of('main')}more`, '0000'])
      expect(await asked(text, size)).toBe(text);
  });

  it.each([1, 1_000])('adds no files of the server, %i bytes at a time', async (size) => {
    for (const option of ['--add-file=/etc/passwd', '--add-f=/etc/passwd', '--add-virtual-file=a:b'])
      await expect(asked(of('--format=tar', option, 'main'), size)).rejects.toMatchObject({ status: 400 });
  });

  it('ends where it has no end, and passes on what is no packet', async () => {
    await expect(asked(packet('argument a\n').repeat(5_000), 4_096)).rejects.toMatchObject({ status: 413 });
    expect(await asked('zzzzmore', 1_000)).toBe('zzzzmore');
  });
});
