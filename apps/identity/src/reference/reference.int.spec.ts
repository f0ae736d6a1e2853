import { randomUUID } from 'node:crypto';
import {
  identityCalls,
  type Expanded,
  type ResolvedReferences,
  type VisibleProjectsAnswer,
} from '@holdfast/contracts';
import { bitSetOf, type Principal } from '@holdfast/kernel';
import type { AnyView, IdentityWorld } from '../identity-world.fixture.js';
import { relatedWorld, type RelatedWorld } from '../related/related-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('references to many objects', () => {
  let world: IdentityWorld;
  let who: RelatedWorld['who'];
  let made: RelatedWorld['made'];
  beforeAll(async () => {
    ({ world, who, made } = await relatedWorld());
  });
  afterAll(() => world.end());

  it('resolve uuids to ids and types, in the company only, by one statement', async () => {
    const asked = { account: [made.ann.uuid, made.ext.uuid], project: [made.shut.uuid] };
    const resolve = (principal: Principal) =>
      world.counted(() => world.ask<ResolvedReferences>(identityCalls.references, asked, { principal }));
    const { value, statements } = await resolve(who.bob);
    expect(statements).toHaveLength(1);
    expect(value).toEqual({
      account: {
        [made.ann.uuid]: { id: 'ann', uuid: made.ann.uuid, type: 'user' },
        [made.ext.uuid]: { id: 'ext', uuid: made.ext.uuid, type: 'collaborator' },
      },
      project: { [made.shut.uuid]: { id: 'shut', uuid: made.shut.uuid } },
    });
    expect((await resolve(who.foreign)).value).toEqual({ account: {}, project: {} });
  });

  it('expand to what the caller may see in full', async () => {
    const expand = async (name: string, object: string, ...of: string[]) => {
      const asked = { object, uuids: of.map((id) => made[id].uuid) };
      const found = await world.ask<Expanded>(identityCalls.expand, asked, { principal: who[name] });
      return Object.values(found).map((each) => (each as AnyView).id);
    };
    expect((await expand('bob', 'account', 'ann', 'ext', 'bot')).sort()).toEqual(['ann', 'ext']);
    expect((await expand('ann', 'account', 'ann', 'ext', 'bot')).sort()).toEqual(['ann', 'bot', 'ext']);
    expect((await expand('ext', 'user', 'ann', 'bob')).sort()).toEqual(['ann']);
    expect(await expand('bob', 'project', 'open', 'shut')).toEqual(['open']);
    expect(await expand('bob', 'group', 'team', 'inner')).toEqual(['team']);
    expect(await expand('foreign', 'account', 'ann')).toEqual([]);
    expect(await expand('bob', 'constructor', 'ann')).toEqual([]);
  });

  it('say which projects the caller may see, by pages and by accounts', async () => {
    const ask = (name: string, asked: object) =>
      world.ask<VisibleProjectsAnswer>(identityCalls.visibleProjects, {
        company: who[name].company.uuid,
        account: who[name].account.uuid,
        ...asked,
      });
    const first = await ask('admin', { limit: 1 });
    expect(first).toEqual({ projects: [{ id: 'open', uuid: made.open.uuid }], more: true });
    expect(await ask('admin', { limit: 1, after: 'open' })).toEqual({
      projects: [{ id: 'shut', uuid: made.shut.uuid }],
      more: false,
    });
    expect((await ask('bob', {})).projects.map(({ id }) => id)).toEqual(['open']);
    const named = async (name: string) => {
      const projects = [made.open.uuid, made.shut.uuid, randomUUID()];
      return (await ask(name, { projects })).projects.map(({ id }) => id);
    };
    expect(await named('admin')).toEqual(['open', 'shut']);
    expect(await named('bob')).toEqual(['open']);
    expect(await named('foreign')).toEqual([]);
    expect(await ask('admin', { company: who.foreign.company.uuid })).toEqual({ projects: [], more: false });
    const ofAccounts = await ask('ext', { accounts: [made.ann.uuid, made.bob.uuid] });
    expect(ofAccounts).toEqual({
      projects: [{ id: 'shut', uuid: made.shut.uuid }],
      byAccount: { [made.ann.uuid]: bitSetOf([0], 1).toString('base64') },
      more: false,
    });
    const paged = { accounts: [made.ann.uuid, made.ext.uuid], limit: 1 };
    expect(await ask('admin', paged)).toEqual({
      projects: [{ id: 'open', uuid: made.open.uuid }],
      byAccount: { [made.ann.uuid]: bitSetOf([0], 1).toString('base64') },
      more: true,
    });
    expect((await ask('admin', { ...paged, after: 'open' })).more).toBe(false);
  });
});
