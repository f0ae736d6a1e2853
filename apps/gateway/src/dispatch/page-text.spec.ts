import { Lines, readReply, replyText, type LineMessage } from '@holdfast/platform/rpc';
import { pageLimit } from '../unsent/answer-size.rules.js';
import { pageOfLines, pageText } from './page-text.js';

interface Page {
  metadata: { more_results: boolean; next_offset: number; count: number };
  results: { api_status: number; text?: string }[];
}

const page = (objects: string[], offset = 0, more = false): Page =>
  JSON.parse(pageText(objects, offset, more).toString()) as Page;
const object = (text: string): string => JSON.stringify({ text });

/** The objects as they come from a service. */
const messageOf = (objects: string[]): LineMessage => {
  const sent = replyText({ value: new Lines({ objects: objects.length }, objects) });
  const { message } = readReply(Buffer.from(`before${sent}after`).subarray(6, -5)) as Lines;
  if (!message) throw new Error('no message');
  return message;
};

describe('the text of a page', () => {
  it('has each object with status and time, and says where the next page begins', () => {
    const { metadata, results } = page([object('a'), '{}'], 10, true);
    expect(metadata).toEqual({ more_results: true, next_offset: 12, count: 2 });
    expect(results.map(({ api_status, text }) => [api_status, text])).toEqual([
      [200, 'a'],
      [200, undefined],
    ]);
  });

  it.each([
    ['of one byte', 'a'.repeat(1_500_000), 2],
    ['of three bytes', '€'.repeat(500_000), 2],
    ['of three bytes, all of which fit', '€'.repeat(400_000), 3],
  ])('ends before four MiB, whatever its letters: %s', (_name, text, fits) => {
    const { metadata, results } = page([object(text), object(text), object(text)]);
    expect(results).toHaveLength(fits);
    expect(metadata).toEqual({ more_results: fits < 3, next_offset: fits, count: fits });
  });

  it('is what its objects are, letter by letter, however wide those are', () => {
    const objects = ['', 'a', 'é', '€', '😀', '\u0001"\\'].map(object);
    const wide = [...objects, '{}', `{"a":{}}`];
    const text = pageText(wide, 0, false, { name: 'ü' }).toString();
    const time = /"api_timestamp":"[^"]+"/.exec(text)?.[0];
    const head = `{"api_status":200,${time}`;
    const metadata = `{"more_results":false,"next_offset":8,"count":8,"name":"ü"}`;
    const results = wide.map((each) => (each === '{}' ? `${head}}` : `${head},${each.slice(1)}`));
    expect(text).toBe(`{"metadata":${metadata},"results":[${results.join(',')}]}`);
    expect(pageText([], 5, false).toString()).toBe(
      '{"metadata":{"more_results":false,"next_offset":5,"count":0},"results":[]}',
    );
  });

  it.each([
    ['none', []],
    ['one', [object('a')]],
    ['one that is empty', ['{}']],
    ['wide ones', ['', 'a', 'é', '€', '😀', '\n\u0001"\\'].map(object).concat('{}', '{"a":{}}', '{}')],
  ])('is the same of lines of a message: %s', (_name, objects) => {
    const withoutTime = (page: Buffer | undefined): string | undefined =>
      page?.toString().replace(/"api_timestamp":"[^"]+"/g, '');
    const besides = { name: 'ü' };
    for (const more of [false, true])
      expect(withoutTime(pageOfLines(messageOf(objects), objects.length, 7, more, besides))).toBe(
        withoutTime(pageText(objects, 7, more, besides)),
      );
  });

  it('is not made of lines that may have no room', () => {
    const room = pageLimit - 200;
    expect(pageOfLines(messageOf([object('a'.repeat(room))]), 1, 0, false)).toBeDefined();
    expect(pageOfLines(messageOf([object('a'.repeat(pageLimit))]), 1, 0, false)).toBeUndefined();
  });

  it('has one object at least', () => {
    expect(page([object('a'.repeat(5_000_000)), object('b')]).metadata.count).toBe(1);
  });
});
