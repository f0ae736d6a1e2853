import type { ListVisibleProjects, VisibleProjectsAnswer } from '@holdfast/contracts';
import { bitSetOf, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { heavyOf, ProjectSets } from './project-sets.js';
import { VisibleProjects } from './visible-projects.js';

const who = { company: 'the-company', account: 'the-account' };
const ctx: CallContext = {
  requestId: 'test',
  deadline: 0,
  principal: {
    company: { uuid: who.company, id: 'acme' },
    account: { uuid: who.account, id: 'ada', type: 'user', email: 'ada@example.com', name: 'Ada' },
    companyAdmin: true,
    credential: 'key',
  },
};
const place = (id: string) => ({ id, uuid: `uuid-${id}` });
const answering = (answers: VisibleProjectsAnswer[]) => {
  const asked: ListVisibleProjects[] = [];
  const call = (_subject: string, { principal }: CallContext, input: ListVisibleProjects) => {
    expect(principal).toBeUndefined();
    asked.push(input);
    return Promise.resolve(answers.shift());
  };
  return { asked, visible: new VisibleProjects({ call } as unknown as Rpc) };
};

describe('visible projects', () => {
  it('are asked for page by page', async () => {
    const { asked, visible } = answering([
      { projects: [place('a'), place('b')], more: true },
      { projects: [place('c')], more: false },
    ]);
    const parts: string[][] = [];
    for await (const part of visible.parts(ctx)) parts.push(part.map(({ id }) => id));
    expect(parts).toEqual([['a', 'b'], ['c']]);
    expect(asked).toEqual([who, { ...who, after: 'b' }]);
  });

  it('among some are asked for once, but for the one that the call is about', async () => {
    const { asked, visible } = answering([{ projects: [place('b')], more: false }]);
    const project = { ...place('a'), deleted: false, visibility: 'members' as const, roles: [] };
    const places = await visible.among({ ...ctx, project }, ['uuid-a', 'uuid-b', 'uuid-c', 'uuid-b']);
    expect([...places.keys()]).toEqual(['uuid-a', 'uuid-b']);
    expect(asked).toEqual([{ ...who, projects: ['uuid-b', 'uuid-c'] }]);
    expect((await visible.among({ ...ctx, project }, ['uuid-a'])).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('of accounts are asked for page by page, and are told apart by sets', async () => {
    const set = (numbers: number[]) => bitSetOf(numbers, 2).toString('base64');
    const { asked, visible } = answering([
      { projects: [place('a'), place('b')], byAccount: { one: set([0]), two: set([0, 1]) }, more: true },
      { projects: [place('c')], byAccount: { two: set([0]) }, more: false },
    ]);
    const accounts = ['one', 'two', 'three'];
    const weights = new Map([
      ['uuid-a', 5],
      ['uuid-c', 2],
    ]);
    const [sets, weighing] = [new ProjectSets(false), new ProjectSets(true)];
    for await (const part of visible.partsOfAccounts(ctx, accounts)) {
      await sets.add(part, weights);
      await weighing.add(part, weights);
    }
    expect(asked).toEqual([
      { ...who, accounts },
      { ...who, accounts, after: 'b' },
    ]);
    expect([...sets.places.keys()]).toEqual(['uuid-a', 'uuid-c']);
    for (const each of [sets, weighing])
      expect(accounts.map((account) => each.weightOf(account))).toEqual([5, 7, 0]);
    expect(sets.parts.map((part) => accounts.map((account) => heavyOf(part, account)))).toEqual([
      [['uuid-a'], ['uuid-a'], []],
      [[], ['uuid-c'], []],
    ]);
    expect(weighing.parts).toEqual([]);
    expect([...(await sets.firstAlike(accounts))]).toEqual(accounts.map((account) => [account, account]));
  });
});
