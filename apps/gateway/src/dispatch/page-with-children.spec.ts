import type { ChildrenHead, PageHead, WantedChildren } from '@holdfast/contracts';
import { Lines, readReply, replyText } from '@holdfast/platform/rpc';
import { pageLimit } from '../unsent/answer-size.rules.js';
import { addTails, ChildTails } from './child-tails.js';
import { pageText } from './page-text.js';
import { pageWithChildren } from './page-with-children.js';

const object = (text: string): string => JSON.stringify({ text });
const wants = (want: WantedChildren['want'], child = 'projects'): WantedChildren => ({
  ...{ want, child },
  limit: 1_000,
});

interface Told {
  objects: string[];
  wanted: WantedChildren[];
  children: ChildrenHead[][];
  included?: string[];
  more?: boolean;
}

const withoutTime = (page: Buffer | undefined): string | undefined =>
  page?.toString().replace(/("api_timestamp":)"[^"]+"/g, '$1""');

/** The page as it is copied from a message. */
const copied = ({ objects, wanted, children, included = [], more = false }: Told): string | undefined => {
  const head: PageHead = { objects: objects.length, more, metadata: { name: 'ü' }, children };
  const sent = replyText({ value: new Lines(head, [...objects, ...included]) });
  const { message } = readReply(Buffer.from(`before${sent}after`).subarray(6, -5)) as Lines;
  if (!message) throw new Error('no message');
  return withoutTime(pageWithChildren(message, head, wanted, 7));
};

/** The page as it is put together of texts. */
const joined = ({ objects, wanted, children, included = [], more = false }: Told): string | undefined => {
  const tails = new ChildTails(objects.length);
  let at = 0;
  wanted.forEach((each, index) => (at = tails.add(each, children[index] ?? [], included, at)));
  return withoutTime(pageText(addTails(objects, tails), 7, more, { name: 'ü' }));
};

describe('a page with children', () => {
  const [one, two] = [object('a'), object('€😀\n"')];
  const include = [wants('include')];

  it.each<[string, Told]>([
    ['no objects', { objects: [], wanted: include, children: [[]] }],
    ['none of one', { objects: [one], wanted: include, children: [[{ count: 0 }]] }],
    [
      'some',
      {
        objects: [one, two],
        wanted: include,
        children: [[{ count: 2 }, { count: 1 }]],
        included: [two, one, two],
      },
    ],
    [
      'of which there are more',
      {
        objects: [one],
        more: true,
        wanted: include,
        children: [[{ count: 1, more: true }]],
        included: [two],
      },
    ],
    [
      'that nobody can tell',
      {
        objects: [one, two],
        wanted: include,
        children: [[{ count: 0, away: true }, { count: 1 }]],
        included: [one],
      },
    ],
    ['that nobody has told of', { objects: [one, two], wanted: include, children: [] }],
    [
      'their number',
      {
        objects: [one, two],
        wanted: [wants('count')],
        children: [
          [
            { count: 3, more: true },
            { count: 0, away: true },
          ],
        ],
      },
    ],
    [
      'their ids',
      {
        objects: [one, two],
        wanted: [wants('list')],
        children: [[{ count: 2, ids: ['a', 'ü'], more: true }, { count: 0 }]],
      },
    ],
    [
      'of several relations',
      {
        objects: [one, two],
        wanted: [wants('count', 'bots'), wants('include', 'groups'), wants('include')],
        children: [
          [{ count: 3 }, { count: 4 }],
          [{ count: 1 }, { count: 2 }],
          [{ count: 2 }, { count: 0 }],
        ],
        included: ['g1', 'g2', 'g3', 'p1', 'p2'].map(object),
      },
    ],
  ])('is copied as it would be put together: %s', (_name, told) => {
    expect(copied(told)).toBe(joined(told));
    expect(JSON.parse(copied(told) ?? '')).toMatchObject({
      metadata: { count: told.objects.length, name: 'ü' },
    });
  });

  it.each<[string, Told]>([
    ['lines are missing', { objects: [one], wanted: include, children: [[{ count: 2 }]], included: [two] }],
    ['there are others', { objects: [one], wanted: include, children: [[{ count: 0 }]], included: [two] }],
    [
      'numbers are none',
      { objects: [one, one], wanted: include, children: [[{ count: -1 }, { count: 2 }]], included: [two] },
    ],
    ['an object is empty', { objects: ['{}'], wanted: include, children: [[{ count: 0 }]] }],
    ['a child is empty', { objects: [one], wanted: include, children: [[{ count: 1 }]], included: ['{}'] }],
    [
      'there are too many',
      {
        objects: [one],
        wanted: include,
        children: [[{ count: 10_001 }]],
        included: Array<string>(10_001).fill('{"a":1}'),
      },
    ],
    [
      'they may have no room',
      { objects: [object('a'.repeat(pageLimit))], wanted: include, children: [[{ count: 0 }]] },
    ],
  ])('is not copied where %s', (_name, told) => {
    expect(copied(told)).toBeUndefined();
  });
});
