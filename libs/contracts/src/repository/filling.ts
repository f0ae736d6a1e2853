/** An empty repository that the operator has filled, in the name of somebody who administers its project. */
export interface AskImport {
  /** Uuid of the project, and the repository's id or uuid. */
  place: { project: string; repository: string };
  /** Uuid of the account. */
  account: string;
  /** From elsewhere; absent: from the file that was sent before (`OpenUpload`). */
  from?: { url: string; username?: string; password?: string };
}
export interface AskedImport {
  /** Uuid. */
  job: string;
}

/** A file from which a repository is to be filled. */
export type OpenUpload = Pick<AskImport, 'place' | 'account'>;
/** Where it is sent to, at once: the address of the byte process, the path behind it, and a ticket for one request. */
export interface OpenedUpload {
  address: string;
  path: string;
  ticket: string;
}
/** The same on the node that holds the repository: uuids of it and of the account. */
export interface ReceiveUpload {
  repository: string;
  account: string;
}
