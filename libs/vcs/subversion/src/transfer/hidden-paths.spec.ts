import { withoutPaths } from './hidden-paths.js';

describe('paths of this machine', () => {
  const shown = async (pieces: string[]): Promise<string[]> => {
    const seen: string[] = [];
    async function* said(): AsyncGenerator<Buffer> {
      for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
    }
    for await (const piece of withoutPaths(said(), ['/data/views/é', '/data'], () => Buffer.from('~')))
      seen.push(piece.toString());
    return seen;
  };

  it('are shown to nobody, wherever they are cut', async () => {
    const text = "a '/data/views/é/db' and '/data/x' /dat";
    for (let at = 0; at <= text.length; at += 1)
      expect((await shown([text.slice(0, at), text.slice(at)])).join('')).toBe("a '~/db' and '~/x' /dat");
  });

  it('hold nothing back that does not begin like them', async () => {
    expect(await shown(['( success ) ', 'x /d', 'rest'])).toEqual(['( success ) ', 'x ', '/drest']);
  });
});
