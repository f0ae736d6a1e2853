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
} as const;

export interface ResolveRepository {
  project: string;
  /** Id, or uuid. */
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
