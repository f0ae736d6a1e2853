import {
  botOperations,
  collaboratorOperations,
  groupMemberOperations,
  groupOperations,
  projectBotOperations,
  projectCollaboratorOperations,
  projectGroupOperations,
  projectOperations,
  userOperations,
  type OperationContract,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

/** A company with people, a bot, an open and a shut project, a public and a private group. */
export interface RelatedWorld {
  world: IdentityWorld;
  admin: Principal;
  /** The people by id; `foreign` is of another company. */
  who: Record<string, Principal>;
  /** All objects by id, as they were answered. */
  made: Record<string, AnyView>;
}

export const relatedWorld = async (): Promise<RelatedWorld> => {
  const who: Record<string, Principal> = {};
  const made: Record<string, AnyView> = {};
  const world = await IdentityWorld.start();
  const { admin } = await world.company('acme');
  who.admin = admin;
  who.foreign = (await world.company('beta')).admin;
  for (const id of ['ann', 'bob'])
    made[id] = await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });
  made.ext = await world.run(collaboratorOperations.create, admin, {
    body: { id: 'ext', email: 'ext@example.com' },
  });
  for (const id of ['ann', 'bob', 'ext']) who[id] = await world.principal('acme', id);
  made.bot = await world.run(botOperations.create, who.ann, { body: { id: 'bot' } });
  for (const [id, visibility] of [
    ['open', 'company'],
    ['shut', 'members'],
  ]) {
    const body = { id, name: `Project ${id}`, visibility };
    made[id] = await world.run(projectOperations.create, who.ann, { body });
  }
  for (const [id, visibility] of [
    ['team', 'public'],
    ['inner', 'private'],
  ]) {
    made[id] = await world.run(groupOperations.create, admin, { body: { id, name: id, visibility } });
    await world.run(groupMemberOperations.create, admin, {
      params: { group_id: id },
      body: { id: 'ann', role: 'member' },
    });
  }
  const params = { project_id: 'shut' };
  const link = (operation: OperationContract, id: string) =>
    world.run(operation, who.ann, { params, body: { id, role: 'guest' } });
  await link(projectCollaboratorOperations.create, 'ext');
  await link(projectBotOperations.create, 'bot');
  await link(projectGroupOperations.create, 'team');
  await link(projectGroupOperations.create, 'inner');
  return { world, admin, who, made };
};
