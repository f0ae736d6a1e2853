import type { Children, ListChildren } from '@holdfast/contracts';
import { begunPage, childrenLines } from './reply-form.js';

const objects = (count: number, text = ''): { uuid: string; text: string }[] =>
  Array.from({ length: count }, (_, index) => ({ uuid: `u${index}`, text }));
const pageLines = async (...asked: Parameters<typeof begunPage>) => (await begunPage(...asked))();
const nobody = (): Promise<Children> => Promise.reject(new Error('nobody asked'));
const megabyte = 'x'.repeat(1 << 20);

describe('a page as it travels', () => {
  it('is one text for each object', async () => {
    const { head, texts } = await pageLines({ results: objects(3), more: true }, 'user', [], nobody);
    expect(head).toEqual({ objects: 3, more: true });
    expect(texts.map((each) => JSON.parse(each) as unknown)).toEqual(objects(3));
  });

  it('is cut where it would pass 4 MiB, and says so', async () => {
    const large = objects(100, 'ü'.repeat(50_000));
    const { head, texts } = await pageLines({ results: large, more: false }, 'user', [], nobody);
    expect([head.objects, texts.length, head.more]).toEqual([41, 41, true]);
  });

  it('holds its first object, however large', async () => {
    const large = objects(2, megabyte.repeat(5));
    const { head } = await pageLines({ results: large, more: false }, 'user', [], nobody);
    expect([head.objects, head.more]).toEqual([1, true]);
  });

  it('brings the children that are wanted with it, in the order of the objects', async () => {
    const asked: ListChildren[] = [];
    const children: Record<string, Children> = {
      projects: {
        u1: { count: 2, objects: [{ id: 'a' }, { id: 'b' }], more: true },
        u0: { count: 1, objects: [{ id: 'c' }] },
      },
      bots: { u0: { count: 3, ids: ['x', 'y', 'z'] } },
      groups: { u1: { count: 7 } },
    };
    const { head, texts } = await pageLines(
      { results: objects(2), more: false },
      'user',
      [
        { child: 'projects', want: 'include', limit: 10 },
        { child: 'bots', want: 'list', limit: 10 },
        { child: 'groups', want: 'count', limit: 10 },
      ],
      (question) => {
        asked.push(question);
        return Promise.resolve(children[question.child]);
      },
    );
    expect(asked[0]).toEqual({
      parent: 'user',
      parents: ['u0', 'u1'],
      child: 'projects',
      want: 'include',
      limit: 10,
    });
    expect(head).toEqual({
      objects: 2,
      more: false,
      children: [
        [{ count: 1 }, { count: 2, more: true }],
        [{ count: 3, ids: ['x', 'y', 'z'] }, { count: 0 }],
        [{ count: 0 }, { count: 7 }],
      ],
    });
    expect(texts.slice(2)).toEqual(['{"id":"c"}', '{"id":"a"}', '{"id":"b"}']);
  });

  it('is cut where its objects with their children would pass 4 MiB', async () => {
    const each = { count: 1, objects: [{ text: megabyte }] };
    const { head, texts } = await pageLines(
      { results: objects(10), more: false },
      'user',
      [{ child: 'projects', want: 'include', limit: 10 }],
      ({ parents }) => Promise.resolve(Object.fromEntries(parents.map((uuid) => [uuid, each]))),
    );
    expect([head.objects, head.children?.[0].length, texts.length, head.more]).toEqual([3, 3, 6, true]);
  });

  it('leaves out what would not fit into a message with its first object, of each relation its share', async () => {
    const ten = { count: 10, objects: Array.from({ length: 10 }, () => megabyte as unknown as object) };
    const { head, texts } = await pageLines(
      { results: objects(2), more: false },
      'user',
      [
        { child: 'projects', want: 'include', limit: 10 },
        { child: 'bots', want: 'include', limit: 10 },
      ],
      () => Promise.resolve({ u0: ten }),
    );
    const cut = { count: 2, more: true };
    expect(head).toEqual({ objects: 1, more: true, children: [[cut], [cut]] });
    expect(texts).toHaveLength(5);
  });

  it('ends before an object whose children found no room', async () => {
    const three = {
      count: 3,
      objects: Array.from({ length: 3 }, () => 'x'.repeat(900_000) as unknown as object),
    };
    const answers: Record<string, Children> = {
      projects: { u0: three, u1: three, u2: { count: 1, objects: [{}] } },
      bots: {
        u0: { count: 1, ids: ['a'] },
        u1: { count: 1, ids: ['b'] },
        u2: { count: 1, ids: ['c'], cut: true },
      },
    };
    const page = (wanted: 'projects' | 'bots') =>
      pageLines(
        { results: objects(3), more: false },
        'user',
        [
          { child: wanted, want: wanted === 'bots' ? 'list' : 'include', limit: 10 },
          { child: 'groups', want: 'list', limit: 10 },
          { child: 'groups', want: 'count', limit: 10 },
        ],
        ({ child }) => Promise.resolve(answers[child] ?? {}),
      );
    const tooLarge = (await page('projects')).head;
    expect([tooLarge.objects, tooLarge.more, tooLarge.children?.[0]]).toEqual([1, true, [{ count: 3 }]]);
    const cut = (await page('bots')).head;
    expect([cut.objects, cut.more, cut.children?.[0]]).toEqual([
      2,
      true,
      [
        { count: 1, ids: ['a'] },
        { count: 1, ids: ['b'] },
      ],
    ]);
  });

  it('asks nobody for the children of nothing', async () => {
    const wanted = [{ child: 'projects', want: 'count' as const, limit: 1 }];
    expect((await pageLines({ results: [], more: false }, 'user', wanted, nobody)).head).toEqual({
      objects: 0,
      more: false,
      children: [],
    });
  });
});

describe('children as they travel', () => {
  it('are those of each parent in turn, and none of one that is not named', async () => {
    const { head, texts } = await childrenLines({ b: { count: 1, objects: [{ id: 1 }] } }, [
      'a',
      'b',
      'constructor',
    ]);
    expect(head).toEqual([{ count: 0 }, { count: 1 }, { count: 0 }]);
    expect(texts).toEqual(['{"id":1}']);
  });

  it('are left out where they would not fit into a message, and their parents say so', async () => {
    const five = { count: 5, objects: Array.from({ length: 5 }, () => megabyte as unknown as object) };
    const { head, texts } = await childrenLines({ a: five, b: five, c: { count: 1, ids: ['i'] } }, [
      'a',
      'b',
      'c',
    ]);
    expect(head).toEqual([{ count: 5 }, { count: 0, more: true }, { count: 0, ids: [], more: true }]);
    expect(texts).toHaveLength(5);
  });
});
