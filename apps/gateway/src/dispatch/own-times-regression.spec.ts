import { jest } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import {
  identityCalls,
  projectOperations,
  repositoryCalls,
  repositoryOperations,
  treeEntryOperations,
  type OperationContract,
} from '@holdfast/contracts';
import { timestamp, type CallContext } from '@holdfast/kernel';
import { Hearing, Lines, type Rpc } from '@holdfast/platform/rpc';
import { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { Guard } from './guard.js';
import { KeptViews } from './kept-views.js';
import type { Admitted } from './readmission.js';
import { Reads } from './reads.js';
import { Related } from './related.js';

const ctx = { requestId: '', deadline: 0, address: '10.0.0.1' } as CallContext;
const params = { project_id: 'web', id: 'code', repository_id: 'code', rev: 'main' };
const uuids = { project: 'p', repository: 'r' };

// Of two objects that differed only by an `api_timestamp` that somebody had written into `properties`, the tags were
// the same: who had the one was told (304) that nothing had changed.
describe('the tag of an answer', () => {
  let stamp: string;
  let replies: Record<string, () => unknown>;
  let read: Reads;
  beforeEach(() => {
    stamp = '2026-01-01T00:00:00Z';
    replies = {
      [identityCalls.references]: () => ({}),
      [identityCalls.expand]: () => ({ [uuids.project]: object('project') }),
      [repositoryCalls.children]: () => new Lines([{ count: 1 }], [JSON.stringify(object('repository'))]),
      [projectOperations.show.subject]: () => object('project'),
      [repositoryOperations.show.subject]: () => object('repository'),
      [projectOperations.list.subject]: () => page(object('project')),
      [repositoryOperations.list.subject]: () => page(object('repository')),
    };
    const reply = (subject: string): Promise<unknown> =>
      Promise.resolve((replies[subject] ?? replies[subject.replace(/\.none$/, '')])());
    const rpc = { call: reply, lines: reply, hears: () => new Hearing() } as unknown as Rpc;
    const unsent = new UnsentAnswers(2 ** 30);
    const renew = () => Promise.resolve();
    read = new Reads(rpc, {} as Guard, new Related(rpc), new KeptViews(rpc), { renew }, unsent);
  });

  /** What somebody wrote has both names, in the order in which we write them. */
  const object = (type: 'project' | 'repository') => ({
    ...{ id: type, uuid: uuids[type], project: { uuid: uuids.project, id: 'web' } },
    properties: { deep: { api_status: 200, api_timestamp: stamp, more: 1 }, api_timestamp: stamp },
  });
  const page = (...objects: object[]) =>
    new Lines(
      { objects: objects.length, more: false },
      objects.map((each) => JSON.stringify(each)),
    );
  const answer = async (operation: OperationContract, query: string) => {
    const request = { method: 'GET', headers: {}, socket: {} } as unknown as IncomingMessage;
    const match = { params } as unknown as Admitted['match'];
    const asked = { request, match, operation, ctx: { ...ctx }, query, at: performance.now() };
    const { headers, body } = await read.answer(asked);
    return { tag: headers.etag, shown: JSON.parse(body.toString()) as unknown };
  };

  it.each([
    ['a project', projectOperations.show, ''],
    ['a project with its repositories', projectOperations.show, 'include=repositories'],
    ['a repository', repositoryOperations.show, ''],
    ['a repository with its project', repositoryOperations.show, 'expand=project'],
    ['projects', projectOperations.list, ''],
    ['projects with their repositories', projectOperations.list, 'include=repositories'],
    ['repositories', repositoryOperations.list, ''],
    ['repositories with their project', repositoryOperations.list, 'expand=project'],
  ])(
    'is another when times in the properties are others, and no other at another time: %s',
    async (...of) => {
      const [, operation, query] = of;
      const clock = jest.spyOn(Date, 'now');
      try {
        clock.mockReturnValue(1_800_000_000_000);
        const first = await answer(operation, query);
        clock.mockReturnValue(1_800_000_001_000);
        const later = await answer(operation, query);
        expect(later.tag).toBe(first.tag);
        stamp = '2030-12-31T00:00:00Z';
        const changed = await answer(operation, query);
        expect(changed.tag).not.toBe(first.tag);
        const text = JSON.stringify(changed.shown);
        const times = [...text.matchAll(/"api_timestamp":"([^"]*)"/g)].map(([, time]) => time);
        const ours = timestamp(new Date(1_800_000_001_000));
        expect(new Set(times)).toEqual(new Set([ours, stamp]));
        expect(JSON.stringify(first.shown).replaceAll(timestamp(new Date(1_800_000_000_000)), '')).toBe(
          JSON.stringify(later.shown).replaceAll(ours, ''),
        );
      } finally {
        clock.mockRestore();
      }
    },
  );

  it('is another when the commit of an entry is another, and no other at another time', async () => {
    let commit = 'a';
    replies[treeEntryOperations.root.subject] = () =>
      page({ id: 'f', commit: { id: commit, author: { uuid: 'u' } } });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const first = await answer(treeEntryOperations.root, 'include=commit');
    clock.mockReturnValue(1_800_000_001_000);
    expect((await answer(treeEntryOperations.root, 'include=commit')).tag).toBe(first.tag);
    commit = 'b';
    const changed = await answer(treeEntryOperations.root, 'include=commit');
    clock.mockRestore();
    expect(changed.tag).not.toBe(first.tag);
    const time = timestamp(new Date(1_800_000_001_000));
    expect(changed.shown).toMatchObject({ results: [{ commit: { api_timestamp: time, id: 'b' } }] });
  });
});
