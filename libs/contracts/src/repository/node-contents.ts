/** What lies on a storage node, whether the node is there or not. */
export interface ListOnNode {
  /** The name of the node. */
  node: string;
  /** Uuid of a repository: those after it. */
  after?: string;
}
export interface RepositoryOnNode {
  uuid: string;
  id: string;
  type: string;
  node: string;
  /** Uuids. */
  company: string;
  project: string;
  /** Absent: it is active. */
  deleted_at?: string;
}
/** In order of uuid; there are more while the answer has an `after`. */
export interface RepositoriesOnNode {
  repositories: RepositoryOnNode[];
  after?: string;
}
