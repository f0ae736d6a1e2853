import { actor, uuidv7, type CallContext } from '@holdfast/kernel';
import type { RepositoryRow } from './repository.entity.js';

/** What whoever makes a repository says of it. */
type Said = 'id' | 'type' | 'node' | 'defaultIdentifier';

/** A repository of the project (uuid) that the caller makes now, as far as all new ones are alike. */
export const newRow = (ctx: CallContext, project: string): Omit<RepositoryRow, Said> => {
  const now = new Date();
  return {
    uuid: uuidv7(now.getTime()),
    company: actor(ctx).company.uuid,
    project,
    defaultBaseBranch: null,
    description: '',
    properties: {},
    policy: null,
    redeploy: null,
    layout: null,
    imported: false,
    mirror: null,
    members: null,
    forkedFrom: null,
    storageLimit: null,
    storageUsed: '0',
    storageVersion: '0',
    creator: actor(ctx).account.uuid,
    createdAt: now,
    updatedAt: now,
    checkedAt: now,
    deletedAt: null,
    oldId: null,
  };
};
