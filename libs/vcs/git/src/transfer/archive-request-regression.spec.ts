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
    const options = ['--add-file=/etc/passwd', '--add-f=/x', '--add=/x', '--a=/x', '--add-virtual-file=a:b'];
    for (const option of options)
      await expect(asked(of('--format=tar', option, 'main'), size)).rejects.toMatchObject({ status: 400 });
  });

  it('ends where it has no end, and passes on what is no packet', async () => {
    await expect(asked(packet('argument a\n').repeat(5_000), 4_096)).rejects.toMatchObject({ status: 413 });
    for (const text of ['zzzzmore', '0004more', `${packet('argument a\n')}${packet('other')}more`])
      expect(await asked(text, 1_000)).toBe(text);
  });

  it('has the 64 arguments that git takes', async () => {
    const most = Array.from({ length: 64 }, () => 'a');
    expect(await asked(of(...most), 100)).toBe(of(...most));
    await expect(asked(of(...most, 'a'), 100)).rejects.toMatchObject({ status: 413 });
  });

  // All of it was looked through again for each piece: 16 KiB of the shortest packets took the loop for seconds.
  it('is looked through once, however small its pieces are', async () => {
    const before = process.cpuUsage();
    await asked('0004'.repeat(4_096), 4);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });
});
