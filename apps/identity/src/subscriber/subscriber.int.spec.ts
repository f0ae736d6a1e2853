import {
  collaboratorOperations,
  projectCollaboratorOperations,
  projectOperations,
  subscriberOperations,
  userOperations,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('subscribers of a project', () => {
  let world: IdentityWorld;
  const people: Record<string, Principal> = {};
  beforeAll(async () => {
    world = await IdentityWorld.start();
    const { admin } = await world.company('acme');
    for (const id of ['owner', 'dev', 'other'])
      await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });
    await world.run(collaboratorOperations.create, admin, { body: { id: 'ext', email: 'ext@example.com' } });
    for (const id of ['owner', 'dev', 'other', 'ext']) people[id] = await world.principal('acme', id);
  });
  afterAll(() => world.end());

  /** A fresh project of `owner`. */
  let count = 0;
  const project = async (visibility: 'company' | 'members') => {
    const id = `p${(count += 1)}x`;
    await world.run(projectOperations.create, people.owner, { body: { id, name: id, visibility } });
    return { project_id: id };
  };

  it('are not told to collaborators who may not know them', async () => {
    const params = await project('company');
    const body = { id: 'ext', role: 'guest' };
    await world.run(projectCollaboratorOperations.create, people.owner, { params, body });
    for (const who of ['owner', 'other'])
      await world.run(subscriberOperations.subscribe, people[who], { params });
    const seenBy = async (who: string) =>
      (await world.list(subscriberOperations.list, people[who], {}, params)).results.map(({ id }) => id);
    expect(await seenBy('dev')).toEqual(['other', 'owner']);
    expect(await seenBy('ext')).toEqual(['owner']);
    const other = { params: { ...params, id: 'other' } };
    expect(await world.run(subscriberOperations.show, people.dev, other)).toMatchObject({ id: 'other' });
    expect(await codeOf(world.run(subscriberOperations.show, people.ext, other))).toBe('not_found');
  });

  it('come and go as often as they like', async () => {
    const params = await project('members');
    const act = (verb: 'subscribe' | 'unsubscribe') =>
      world.run(subscriberOperations[verb], people.owner, { params });
    const subscribers = async () =>
      (await world.list(subscriberOperations.list, people.owner, {}, params)).results.map(({ id }) => id);
    expect(await act('subscribe')).toEqual({});
    await act('subscribe');
    expect(await subscribers()).toEqual(['owner']);
    const one = world.run(subscriberOperations.show, people.owner, { params: { ...params, id: 'me' } });
    expect(await one).toMatchObject({ id: 'owner', email: 'owner@example.com' });
    await act('unsubscribe');
    await act('unsubscribe');
    expect(await subscribers()).toEqual([]);
  });
});
