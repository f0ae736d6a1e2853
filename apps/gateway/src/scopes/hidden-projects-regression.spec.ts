import type { CallContext, ProjectScope } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { Scopes } from './scopes.js';

const ctx = {
  principal: { company: { uuid: 'acme' }, account: { uuid: 'eve', type: 'collaborator' } },
} as unknown as CallContext;
const project = (id: string, roles: ProjectScope['roles']): ProjectScope => ({
  ...{ uuid: id, id, deleted: false, visibility: 'members', roles },
});

/** What was hidden was kept in memory, and what there is not was asked for: the time of a 404 told them apart. */
describe('a project that is hidden from who asks', () => {
  it('is asked for each time, as what there is not, and what he sees once', async () => {
    const projects = [project('hidden', []), project('shown', ['guest'])];
    const asked: string[] = [];
    const call = (_: unknown, __: unknown, { id }: { id: string }): Promise<object> => {
      asked.push(id);
      return Promise.resolve({ project: projects.find((each) => each.id === id) });
    };
    const hearing = new Hearing();
    hearing.hear('pulse', { process: 'other', number: 0 }, 0);
    const scopes = new Scopes({ hears: () => hearing, call } as unknown as Rpc);
    for (const id of ['hidden', 'nowhere', 'shown', 'hidden', 'nowhere', 'shown'])
      expect((await scopes.project(ctx, id))?.id).toBe(id === 'shown' ? id : undefined);
    expect(asked).toEqual(['hidden', 'nowhere', 'shown', 'hidden', 'nowhere']);
  });
});
