import type { RepositoryScope } from '@holdfast/kernel';

/** Calls between processes that are no operation of the public API. */
export const repositoryCalls = {
  /** Resolves a repository of a project by its id or uuid; asked by the gateway before every operation below one. */
  resolve: 'repository.catalogue.resolve.v1',
  /** Opens a transfer of bytes on the node that holds the repository (the node's name is appended). */
  openTransfer: 'repository.transfer.open.v1',
  /** Children of repositories and repositories as children of projects or accounts. */
  children: 'repository.children.list.v1',
  /** Branches as children of repositories of one node (the node's name is appended); asked by `children`. */
  branchChildren: 'repository.branch.children.v1',
  /** Full objects for references, by uuid. */
  expand: 'repository.reference.expand.v1',
  /** Operator's command. */
  purge: 'repository.purge.run.v1',
  /** Removes what a repository has on its node (the node's name is appended); asked by `purge`. */
  discard: 'repository.purge.discard.v1',
} as const;

/**
 * Removes for good what was deactivated longer ago than so many days, and what belonged to projects that are no more.
 * Works for some seconds; there is more to do while the answer has an `after`, with which it goes on.
 */
export interface PurgeRepositories {
  days: number;
  after?: string;
}
export interface PurgedRepositories {
  repositories: number;
  /** Those that could not be removed now: their node, or the service of their files, is away. */
  left: number;
  after?: string;
}

export interface DiscardRepository {
  uuid: string;
  type: string;
}

export interface ResolveRepository {
  /** Uuid. */
  project: string;
  /** A text of people: id, or uuid. */
  id: string;
}

/** Undefined `repository`: the project has none of that id. */
export interface ResolvedRepository {
  repository?: RepositoryScope;
}

export interface OpenTransfer {
  service: 'upload-pack' | 'receive-pack';
  /** Only the advertisement of refs (`info/refs`). */
  advertise: boolean;
  /** The client's `Git-Protocol` header. */
  protocol?: string;
}

export interface OpenedTransfer {
  /** `http://127.0.0.1:port` of the byte process. */
  address: string;
  /** Goes into the header `x-hf-ticket`; single use, expires in seconds. */
  ticket: string;
}
