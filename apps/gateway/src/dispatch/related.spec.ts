import {
  branchOperations,
  identityCalls,
  projectOperations,
  repositoryCalls,
  repositoryOperations,
  treeEntryOperations,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Lines, type Rpc } from '@holdfast/platform/rpc';
import { Related } from './related.js';

const ctx = {} as CallContext;
const project = projectOperations.show.object;
const repository = repositoryOperations.show.object;
const branch = branchOperations.show.object;
const entry = treeEntryOperations.root.object;
const relations = (some: object) => ({ count: [], list: [], include: [], expand: [], parts: [], ...some });
const read = (texts: readonly string[]): unknown[] => texts.map((each) => JSON.parse(each) as unknown);
const included = (id: string): unknown => expect.objectContaining({ api_status: 200, id });

describe('what an answer says of related objects', () => {
  let asked: { subject: string; input: unknown }[];
  let answers: Record<string, unknown>;
  let related: Related;
  beforeEach(() => {
    asked = [];
    answers = {};
    const answer = (subject: string, _: unknown, input: unknown): Promise<unknown> => {
      asked.push({ subject, input });
      return Promise.resolve(answers[subject]);
    };
    related = new Related({ call: answer, lines: answer } as unknown as Rpc);
  });

  it('comes with the page where the same service knows it, whole objects before ids of the same', () => {
    const wanted = relations({
      count: ['users'],
      list: ['users', 'bots'],
      include: ['users', 'repositories'],
    });
    expect(related.withPage(project, wanted)).toEqual([
      { want: 'count', child: 'users', limit: 1000 },
      { want: 'list', child: 'bots', limit: 1000 },
      { want: 'include', child: 'users', limit: 1000 },
    ]);
  });

  it('is put at the end of texts that nobody reads', async () => {
    const page = new Lines(
      {
        objects: 2,
        more: false,
        children: [
          [{ count: 1 }, { count: 0 }],
          [{ count: 0 }, { count: 1, more: true as const }],
        ],
      },
      ['{"uuid":"1", "as":"sent"}', '{"uuid":"2"}', '{"id":"u"}', '{"id":"g"}'],
    );
    const wanted = relations({ include: ['users', 'groups'] });
    const { texts, more, read: wasRead } = await related.page(project, page, wanted, ctx);
    expect(asked).toEqual([]);
    expect([wasRead, more]).toEqual([false, false]);
    expect(texts[0]).toMatch(/^\{"uuid":"1", "as":"sent",/);
    expect(read(texts)).toEqual([
      { uuid: '1', as: 'sent', users: [included('u')], groups: [] },
      { uuid: '2', users: [], groups: [included('g')], groups_more_results: true },
    ]);
  });

  it('is asked of another service once for the whole page', async () => {
    answers[repositoryCalls.children] = new Lines(
      [{ count: 1 }, { count: 2 }],
      ['{"id":"a"}', '{"id":"b"}', '{"id":"c"}'],
    );
    const page = new Lines({ objects: 2, more: true, children: [[{ count: 5 }, { count: 6 }]] }, [
      '{"uuid":"1"}',
      '{"uuid":"2"}',
    ]);
    const wanted = relations({ count: ['users'], include: ['repositories'] });
    const { texts, more, read: wasRead } = await related.page(project, page, wanted, ctx);
    expect(asked).toEqual([
      {
        subject: repositoryCalls.children,
        input: {
          parent: 'project',
          parents: ['1', '2'],
          child: 'repositories',
          want: 'include',
          limit: 1000,
        },
      },
    ]);
    expect([wasRead, more]).toEqual([true, true]);
    expect(read(texts)).toEqual([
      { uuid: '1', users_count: 5, repositories: [included('a')] },
      { uuid: '2', users_count: 6, repositories: [included('b'), included('c')] },
    ]);
  });

  it('is nothing on a page without relations whose objects name none of other services', () => {
    const none = relations({});
    expect([project, branch].map((object) => related.isComplete(object, none))).toEqual([true, true]);
    expect(related.isComplete(repository, none)).toBe(false);
    for (const asked of ['count', 'list', 'include', 'expand', 'parts'])
      expect(related.isComplete(branch, relations({ [asked]: ['repository'] }))).toBe(false);
  });

  it('does not make a page be read whose objects name none but those of their own service', async () => {
    const page = new Lines({ objects: 1, more: false }, [
      '{"id":"main", "repository":{"uuid":"r","id":"code"}}',
    ]);
    expect(await related.page(branch, page, relations({}), ctx)).toEqual({
      texts: page.texts,
      more: false,
      read: false,
    });
  });

  it('of one object is asked for by itself', async () => {
    answers[identityCalls.children] = new Lines([{ count: 2, ids: ['a', 'b'] }], []);
    const text = await related.single(project, { uuid: '1' }, relations({ list: ['users'] }), ctx);
    expect(JSON.parse(text)).toEqual({ uuid: '1', users: ['a', 'b'] });
  });

  it('names accounts that a service knows by uuid only, each asked for once', async () => {
    answers[identityCalls.references] = { account: { u: { id: 'ann', uuid: 'u', type: 'user' } } };
    const object = JSON.stringify({ uuid: '1', creator: { uuid: 'u' } });
    const page = new Lines({ objects: 2, more: false }, [object, object]);
    const { texts } = await related.page(repository, page, relations({}), ctx);
    expect(asked.map(({ input }) => input)).toEqual([{ account: ['u'] }]);
    expect(read(texts)[1]).toMatchObject({ creator: { id: 'ann', type: 'user' } });
  });

  it('is complete in included and expanded objects as well', async () => {
    answers[identityCalls.references] = { account: { u: { id: 'ann', uuid: 'u', type: 'user' } } };
    answers[repositoryCalls.children] = new Lines([{ count: 1 }], ['{"id":"a","creator":{"uuid":"u"}}']);
    answers[repositoryCalls.expand] = { r: { id: 'code', creator: { uuid: 'u' } } };
    const creator = { id: 'ann', uuid: 'u', type: 'user' };
    const withChildren = await related.single(
      project,
      { uuid: '1' },
      relations({ include: ['repositories'] }),
      ctx,
    );
    expect(JSON.parse(withChildren)).toMatchObject({ repositories: [{ id: 'a', creator }] });
    const page = new Lines({ objects: 1, more: false }, [
      '{"id":"main","repository":{"uuid":"r","id":"code"}}',
    ]);
    const { texts } = await related.page(branch, page, relations({ expand: ['repository'] }), ctx);
    expect(read(texts)).toMatchObject([{ repository: { api_status: 200, id: 'code', creator } }]);
  });

  it('gives full objects inside of objects envelopes of their own', async () => {
    const page = new Lines({ objects: 3, more: false }, ['{"commit":{"id":"c"}}', '{"commit":null}', '{}']);
    const { texts, read: wasRead } = await related.page(entry, page, relations({ parts: ['commit'] }), ctx);
    expect(read(texts)).toEqual([{ commit: included('c') }, { commit: null }, {}]);
    expect([wasRead, asked]).toEqual([true, []]);
  });
});
