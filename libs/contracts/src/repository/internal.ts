import type { RepositoryScope } from '@holdfast/kernel';
import type { PendingAudit, PendingAuditAnswer } from '../kit/audit.js';
import { call, subjectsOf, type InLines } from '../kit/internal-call.js';
import type { LargeBody } from '../kit/operation-options.js';
import type { Children, ChildrenHead, ListChildren } from '../kit/page-lines.js';
import type { Expand, Expanded } from '../identity/internal.js';
import type { AskCare, AskedCare, DamagedRepositories, ListDamaged } from './care.js';
import type { AskedImport, AskImport, OpenedUpload, OpenUpload, ReceiveUpload } from './filling.js';
import type { ReadPermit } from './read-permit.js';
import type { ListedJobs, ListJobs, StopJob } from './jobs.js';
import type { ListOnNode, RepositoriesOnNode } from './node-contents.js';

/** Calls between processes that are no operation of the public API, each with who asks: the broker knows no others. */
export const repositoryDeclared = {
  /** Resolves a repository of a project by its id or uuid; asked before every operation below one. */
  resolve: call<ResolveRepository, ResolvedRepository>('repository.catalogue.resolve.v1', ['gateway']),
  /** A repository by its uuid, as it is now; asked before an upload to it becomes visible. */
  state: call<RepositoryByUuid, ResolvedRepository>('repository.catalogue.state.v1', ['artifact']),
  /** Opens a transfer of bytes on the node that holds the repository. */
  openTransfer: call<OpenTransfer, OpenedTransfer>('repository.transfer.open.v1', ['gateway'], 'node'),
  /** Opens a place for a large body on the node that carries its operation out. */
  stageBody: call<LargeBody, StagedPlace>('repository.transfer.stage.v1', ['gateway'], 'node'),
  /** Children of repositories and repositories as children of projects or accounts. */
  children: call<ListChildren, InLines<Children, ChildrenHead[]>>('repository.children.list.v1', ['gateway']),
  /** Branches as children of repositories of one node; asked by `children`. */
  branchChildren: call<ListChildren, Children>('repository.branch.children.v1', ['repository'], 'node'),
  /** The same of bookmarks, and of tags. */
  bookmarkChildren: call<ListChildren, Children>('repository.bookmark.children.v1', ['repository'], 'node'),
  tagChildren: call<ListChildren, Children>('repository.tag.children.v1', ['repository'], 'node'),
  /** Full objects for references, by uuid. */
  expand: call<Expand, Expanded>('repository.reference.expand.v1', ['gateway']),
  /** Asked by identity: records of who did what, to be kept there. */
  audit: call<PendingAudit, PendingAuditAnswer>('repository.audit.pending.v1', ['identity']),
  /** Operator's command. */
  purge: call<PurgeRepositories, PurgedRepositories>('repository.purge.run.v1', ['operator']),
  /** Operator's commands. */
  moveRepository: call<MoveRepository, AskedForMove>('repository.move.ask.v1', ['operator']),
  drainNode: call<DrainNode, void>('repository.node.drain.v1', ['operator']),
  listNodes: call<object, ListedNodes>('repository.node.list.v1', ['operator']),
  listOnNode: call<ListOnNode, RepositoriesOnNode>('repository.node.repositories.v1', ['operator']),
  removeNode: call<RemoveNode, void>('repository.node.remove.v1', ['operator']),
  /** Answered while there is a process of the node; asked by one that is to be it. */
  meetNode: call<object, void>('repository.node.meet.v1', ['repository'], 'node'),
  /** Removes what a repository has on its node; asked by `purge`, and by whoever could not make it. */
  discard: call<DiscardRepository, void>('repository.purge.discard.v1', ['repository'], 'node'),
  /** Takes in a repository that another node sends; asked by that node, as is the next. */
  receiveMove: call<ReceiveMove, OpenedArrival>('repository.move.receive.v1', ['repository'], 'node'),
  /** All of it has come: it may be given to this node at any moment. */
  readyMove: call<ReceiveMove, void>('repository.move.ready.v1', ['repository'], 'node'),
  /** Makes the empty directory of a new repository on its node; asked by whoever then makes its row. */
  prepare: call<PrepareRepository, void>('repository.placement.prepare.v1', ['repository'], 'node'),
  /** Tells a node that a job waits for it. */
  wakeJobs: call<object, void>('repository.job.wake.v1', ['repository'], 'node'),
  /** Operator's commands. */
  listJobs: call<ListJobs, ListedJobs>('repository.job.list.v1', ['operator']),
  stopJob: call<StopJob, void>('repository.job.stop.v1', ['operator']),
  askCare: call<AskCare, AskedCare>('repository.care.ask.v1', ['operator']),
  askImport: call<AskImport, AskedImport>('repository.import.ask.v1', ['operator']),
  openUpload: call<OpenUpload, OpenedUpload>('repository.import.open.v1', ['operator']),
  /** Takes a file in from which a repository is to be filled; asked by `openUpload`. */
  receiveUpload: call<ReceiveUpload, OpenedUpload>('repository.import.receive.v1', ['repository'], 'node'),
  listDamaged: call<ListDamaged, DamagedRepositories>('repository.care.damaged.v1', ['operator']),
  /** What repositories whose bytes another service keeps store now; asked by that service. */
  reportStorage: call<ReportStorage, void>('repository.storage.report.v1', ['artifact']),
};

/** How audit events call what is done to locks: the doors of kinds have no operations. */
export const pathLockDeeds = {
  object: 'path_lock',
  create: 'path_lock.create',
  delete: 'path_lock.delete',
} as const;

/** The subjects of these calls, without the node. */
export const repositoryCalls = subjectsOf(repositoryDeclared);

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

/** At most 1,000; an older version never replaces a newer. */
export interface ReportStorage {
  usages: { repository: string; bytes: number; version: number }[];
}

/** `project`: its uuid; `repository`: its id or uuid. */
export interface MoveRepository {
  project: string;
  repository: string;
  /** The name of the node. */
  target: string;
}
/** The job that does it; another one that waited already may have another target. */
export interface AskedForMove {
  job: string;
  target: string;
}

/** A node that is drained gets nothing new, and gives away what it has. */
export interface DrainNode {
  node: string;
  draining: boolean;
}

/** Forgets a node that is away and has nothing. */
export interface RemoveNode {
  node: string;
}

/** A repository that goes to the node that is asked. `name`: of the attempt, a uuid. */
export interface ReceiveMove {
  name: string;
  uuid: string;
  type: string;
  /** Bytes that it takes, as far as is known. */
  bytes: number;
}

/** Where its bytes go. */
export interface OpenedArrival extends OpenedTransfer {
  /** To which they are POSTed, behind the address. */
  path: string;
}

/** All storage nodes, in the order of their names. */
export interface ListedNodes {
  nodes: StorageNodeLine[];
}

export interface StorageNodeLine {
  name: string;
  /** `away`: it has fallen silent; `stopped`: it has said goodbye. */
  state: 'here' | 'away' | 'stopped';
  draining: boolean;
  /** How many repositories it has, and their bytes. */
  repositories: number;
  stored: number;
  /** Bytes that it may write until only its reserve is left, and those of the reserve. */
  room: number;
  reserve: number;
  /** Transfers under way when it told last. */
  transfers: number;
  /** The kinds that it can hold. */
  kinds: readonly string[];
}

/** If there is no row of it a minute later, the directory goes again. */
export interface PrepareRepository {
  uuid: string;
  type: string;
  defaultReference: string;
  layout: boolean;
  /** The id of the account that makes it. */
  author: string;
}

export interface DiscardRepository {
  uuid: string;
  type: string;
}

export interface ResolveRepository {
  /** Uuid. */
  project: string;
  /** Its id or its uuid, as people write it. */
  id: string;
}

export interface RepositoryByUuid {
  /** Uuid. */
  repository: string;
}

/** Without `repository` where there is none of that name. */
export interface ResolvedRepository {
  repository?: RepositoryScope;
}

export interface OpenTransfer {
  /** The kind's word for what is done. */
  service: string;
  /**
   * What the ticket is good for: the request that the gateway then makes, and headers of the client's that the engine
   * gets.
   */
  exchange: { method: string; path: string; headers: Readonly<Record<string, string>> };
  /** The pass that the client came with: what it was given for, and the value of its header. */
  pass?: { word: string; authorization: string };
}

export interface OpenedTransfer {
  /** `http://host:port` of the byte process. */
  address: string;
  /** Goes into the header `x-hf-ticket`; single use, expires in seconds. */
  ticket: string;
  /** Opens the reads of the same sort that follow at once; absent: each is decided for itself. */
  permit?: ReadPermit;
}

export interface StagedPlace extends OpenedTransfer {
  /** To which the body is POSTed, behind the address. */
  path: string;
  /** By what its operation is told of it. */
  name: string;
}

/** In which headers the byte process says what it has made of a body: bytes of the rest, digest of the texts. */
export const stagedHeaders = { size: 'x-hf-size', texts: 'x-hf-texts' } as const;
