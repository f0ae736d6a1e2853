import type { Feed } from '../../kit/feed.js';
import type { PendingAudit, PendingAuditAnswer } from '../../kit/audit.js';
import { call, subjectsOf } from '../../kit/internal-call.js';
import type { AskBlobMove, BlobMoveLine, KnownBlobMove } from '../blob-move/blob-move.js';

/**
 * Bytes of artifact repositories. The gateway asks one question for every request below a repository's address, after
 * it has established the caller and that he may read: `ctx` carries principal, project and repository. It then does
 * what the decision says and nothing else; all rules of paths, versions, conditions and ranges are the artifact
 * service's.
 */
export const artifactDeclared = {
  /** Nothing of a body is read, and no `100 Continue` sent, before its answer. */
  decide: call<FileRequest, FileDecision>('artifact.file.decide.v1', ['gateway']),
  /** Removes all files of a repository; asked by the repository service, which removes the repository then. */
  purge: call<PurgeFiles, void>('artifact.purge.run.v1', ['repository']),
  /** Asked by identity: records of who did what, to be kept there. */
  audit: call<PendingAudit, PendingAuditAnswer>('artifact.audit.pending.v1', ['identity']),
  /** Operator's commands. */
  moveBlobs: call<AskBlobMove, BlobMoveLine>('artifact.blobs.move.v1', ['operator']),
  lastBlobMove: call<object, KnownBlobMove>('artifact.blobs.last.v1', ['operator']),
  stopBlobMove: call<object, void>('artifact.blobs.stop.v1', ['operator']),
};

/** The subjects of these calls. */
export const artifactCalls = subjectsOf(artifactDeclared);

/** How audit events call the deletion of a file or directory: the byte door has no operations. */
export const fileDeletion = { object: 'artifact_file', operation: 'artifact_file.delete' } as const;

/** Request headers that the decision looks at, as the client sent them. All others stay at the gateway. */
export const decidingHeaders = [
  'content-length',
  'content-encoding',
  'content-range',
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'x-checksum-deploy',
  'x-checksum-md5',
  'x-checksum-sha1',
  'x-checksum-sha256',
  'x-checksum-sha512',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
] as const;
export type DecidingHeader = (typeof decidingHeaders)[number];

export interface FileRequest {
  /** As sent; one that is not among the `methods` of the kind is answered 405. */
  method: string;
  /**
   * What stands after the repository in the raw, undecoded request target, without query: '' or it begins with a
   * slash.
   */
  path: string;
  /** The raw target before `path`: `/acme/projects/p/repositories/maven/r`. For redirects and titles. */
  address: string;
  headers: Partial<Record<DecidingHeader, string>>;
  /** The gateway can read the store itself, so that a grant may be answered. */
  direct?: boolean;
  /** Of a deploy: the place in the store where the gateway can stage the body. */
  stagesAt?: string;
}

/**
 * The file is released and may not be replaced. So the same plain GET, by anybody who may read, gets the same decision
 * until `filesRemoved` or a change of the repository is told; of a group, until one of these is told of a member.
 */
export interface Lasting {
  /** It also ends with `indexChanged` for this directory; of a group, in one of its members. */
  index?: string;
}

/** Published when a deletion has been committed and before it is answered. */
export const filesRemoved = 'event.artifact.file.removed';

export interface FilesRemoved {
  /** Uuid. */
  repository: string;
}

/** Told when an upload that may have changed computed indexes has ended, and before it is answered. */
export const indexChanged = 'event.artifact.index.changed';

export interface IndexChanged {
  /** Uuid. */
  repository: string;
  /** Of the indexes, without slashes at their ends. */
  directories: string[];
}

/** What the artifact service tells. */
export const artifactFeed: Feed = {
  pulse: 'event.artifact.pulse.v1',
  events: [filesRemoved, indexChanged],
};

/**
 * A whole answer, errors included: to be sent as it is. `headers` are in the case in which they are to be sent; those
 * that say where an answer ends the gateway makes of what it sends, but for the `Content-Length` of an answer to HEAD.
 * Answers to HEAD, 204 and 304 have no body.
 */
export interface FileAnswer {
  is: 'answer';
  status: number;
  /** One ASCII line for the status line; present on every error. */
  reason?: string;
  headers: Record<string, string>;
  /** The body, one of the two. */
  text?: string;
  base64?: string;
  lasting?: Lasting;
}

/**
 * A stored file that the gateway opens and sends itself. Its bytes never change; it may be gone if it was deleted
 * meanwhile.
 */
export interface FileGrant {
  is: 'grant';
  status: 200 | 206;
  headers: Record<string, string>;
  /** Absolute path, or the digest of a blob where the store has no files. If it cannot be opened: without `direct`. */
  file: string | { blob: string };
  /** First byte, and how many. */
  offset: number;
  length: number;
  lasting?: Lasting;
}

/**
 * Bytes to be fetched from the service's port: `GET <address>` with the ticket answers 200 with exactly the body to
 * send.
 */
export interface DownloadTicket {
  is: 'download';
  status: 200 | 206;
  headers: Record<string, string>;
  address: string;
  ticket: string;
}

/**
 * The body is wanted: `100 Continue` if it was expected, then `PUT <address>` with the ticket and the body as it
 * comes (`Content-Length` if the client gave one, else chunked). The port answers 200 with a `FileAnswer` in JSON
 * when all is stored or refused, possibly before the end of the body. A client that goes away must break the
 * connection: only a body that ends in order counts.
 */
export interface UploadTicket {
  is: 'upload';
  address: string;
  ticket: string;
  /**
   * The gateway may stage the body itself: then `POST <address>` with the ticket before the first byte of it, and,
   * once all is staged, a `StagedBody` in JSON as the body of that request. The service ends what is staged, if it
   * was told of it.
   */
  stages?: true;
}

/** What a process has staged in the store, as the store names it. */
export interface StagedBody {
  name: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  digests: { md5: string; sha1: string; sha256: string; sha512: string };
}

export type FileDecision = FileAnswer | FileGrant | DownloadTicket | UploadTicket;

/** Ivy sends credentials only where this realm is configured, character by character: it never changes. */
export const basicChallenge = 'Basic realm="Holdfast"';

/** The header that carries a ticket to the port: single use, and good for half a minute until the transfer starts. */
export const ticketHeader = 'x-hf-ticket';

export interface PurgeFiles {
  repository: string;
}
