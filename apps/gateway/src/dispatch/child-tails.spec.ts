import { addTails, ChildTails } from './child-tails.js';

const read = (texts: string[]): unknown[] => texts.map((each) => JSON.parse(each) as unknown);
const shown = (id: number): unknown =>
  expect.objectContaining({ api_status: 200, api_timestamp: expect.any(String) as string, id });

describe('the children in an answer', () => {
  it('are counts, ids or whole objects at the end of each object', () => {
    const tails = new ChildTails(2);
    tails.add({ child: 'groups', want: 'count', limit: 9 }, [{ count: 4, more: true }], [], 0);
    tails.add(
      { child: 'bots', want: 'list', limit: 9 },
      [
        { count: 1, ids: ['a"'] },
        { count: 0, more: true },
      ],
      [],
      0,
    );
    const next = tails.add(
      { child: 'projects', want: 'include', limit: 9 },
      [{ count: 1 }, { count: 2, more: true }],
      ['not theirs', '{"id":1}', '{"id":2}', '{"id":3}'],
      1,
    );
    expect(next).toBe(4);
    expect(read(addTails(['{"id":"x"}', '{"id":"y"}'], tails))).toEqual([
      { id: 'x', groups_count: 4, bots: ['a"'], projects: [shown(1)] },
      {
        ...{ id: 'y', groups_count: 0, bots: [], bots_more_results: true },
        ...{ projects: [shown(2), shown(3)], projects_more_results: true },
      },
    ]);
  });

  it('end the page before the object with which they are more than 10,000', () => {
    const tails = new ChildTails(3);
    const heads = [{ count: 6_000 }, { count: 4_000 }, { count: 1 }];
    tails.add(
      { child: 'projects', want: 'include', limit: 6_000 },
      heads,
      Array<string>(10_001).fill('{}'),
      0,
    );
    expect(addTails(['{"id":1}', '{"id":2}', '{"id":3}'], tails)).toHaveLength(2);
  });

  it('count together where several relations are included', () => {
    const tails = new ChildTails(3);
    const some = Array<string>(7_500).fill('{}');
    for (const child of ['users', 'members'])
      tails.add({ child, want: 'include', limit: 9_000 }, Array(3).fill({ count: 2_500 }), some, 0);
    expect(addTails(['{"id":1}', '{"id":2}', '{"id":3}'], tails)).toHaveLength(2);
  });

  it('leave objects as they are where none are wanted', () => {
    expect(addTails(['{"id":1}'], new ChildTails(1))).toEqual(['{"id":1}']);
  });
});
