import type { Lines } from '../rpc/lines.js';
import { readReply, replyBytes } from '../rpc/wire.js';
import { begunPage } from './reply-form.js';
import { WrittenPage } from './written-page.js';

const nobody = (): Promise<never> => Promise.reject(new Error('nobody asked'));
const sent = async (page: Parameters<typeof begunPage>[0]): Promise<Buffer> =>
  Buffer.from(replyBytes({ value: await (await begunPage(page, 'user', [], nobody))() }));

describe('a page that is written once', () => {
  const results = [{ id: 'ü', text: 'two\nlines' }, { id: 'b' }, {}];

  it('is sent as it would be if it were written anew, each time', async () => {
    for (const page of [
      { results, more: true },
      { results: [], more: false },
    ]) {
      const written = await WrittenPage.of<object>(page, Infinity);
      const anew = await sent(page);
      expect(await sent(written)).toEqual(anew);
      expect(await sent(written)).toEqual(anew);
      const { head, texts } = readReply(anew) as Lines;
      expect([head, texts.length]).toEqual([
        { objects: page.results.length, more: page.more },
        page.results.length,
      ]);
    }
  });

  it('is a page to whoever looks at it', async () => {
    const written = await WrittenPage.of<object>({ results, more: true }, Infinity);
    expect([written.results, written.more]).toEqual([results, true]);
  });

  it('is cut as every page is', async () => {
    const large = Array.from({ length: 10 }, () => ({ text: 'x'.repeat(1 << 20) }));
    const written = await WrittenPage.of<object>({ results: large, more: false }, Infinity);
    expect([written.results.length, written.more]).toEqual([3, true]);
    expect(written.size).toBeGreaterThan(3 << 20);
  });
});
