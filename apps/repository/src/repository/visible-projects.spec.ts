import type { VisibleProjects as Asked, VisibleProjectsAnswer } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import { VisibleProjects } from './visible-projects.js';

const ctx = { requestId: 'test', deadline: 0 };
const place = (id: string) => ({ id, uuid: `uuid-${id}` });
const answering = (answers: VisibleProjectsAnswer[]) => {
  const asked: Asked[] = [];
  const call = (_subject: string, _ctx: unknown, input: Asked) => {
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
    expect((await visible.all(ctx)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([{}, { after: 'b' }]);
  });

  it('of accounts are asked for again from the account where an answer was cut', async () => {
    const { asked, visible } = answering([
      { projects: [place('a')], byAccount: { one: ['uuid-a'], two: ['uuid-a'] }, more: true },
      { projects: [place('a'), place('b')], byAccount: { two: ['uuid-a', 'uuid-b'] }, more: false },
    ]);
    const { byAccount, places } = await visible.ofAccounts(ctx, ['one', 'two', 'three']);
    expect(Object.fromEntries(byAccount)).toEqual({ one: ['uuid-a'], two: ['uuid-a', 'uuid-b'] });
    expect([...places.keys()]).toEqual(['uuid-a', 'uuid-b']);
    expect(asked).toEqual([{ accounts: ['one', 'two', 'three'] }, { accounts: ['two', 'three'] }]);
  });

  it('of an account that fills an answer alone are what that answer holds', async () => {
    const { asked, visible } = answering([
      { projects: [place('a')], byAccount: { one: ['uuid-a'] }, more: true },
      { projects: [], byAccount: {}, more: false },
    ]);
    const { byAccount } = await visible.ofAccounts(ctx, ['one', 'two']);
    expect(Object.fromEntries(byAccount)).toEqual({ one: ['uuid-a'] });
    expect(asked).toHaveLength(2);
  });
});
