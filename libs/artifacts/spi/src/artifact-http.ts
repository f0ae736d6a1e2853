import type { BelowKind, RefusalBody, RequestHead, DoorRefusal } from '@holdfast/kernel';

/** What a request does to a repository. Everybody who may see it may `read`; the others need the right to write. */
export type Deed = 'read' | 'deploy' | 'remove';

/** What a client wants of a repository, by the head of its request. */
export interface AskedFile {
  /** Id of the repository. */
  readonly repository: string;
  /** The raw path up to and with the repository, without a slash at its end. */
  readonly address: string;
  /** The raw path after the repository: '', or a text that begins with a slash. */
  readonly path: string;
}

/**
 * How a kind is spoken over HTTP. All of it is pure. The gateway decides about a request in this order: who is it; what
 * does he want (`asked`); may he know that the repository exists; may he do it (`methods`). The artifact service
 * decides the rest.
 */
export interface ArtifactHttp {
  /** What each method does. Any other method is answered with 405, which lists these. */
  readonly methods: Readonly<Record<string, Deed>>;
  /** Words for each deed, in refusals: `you may read this repository, but not <words>`. */
  readonly words: Readonly<Record<Exclude<Deed, 'read'>, string>>;
  /** What the request wants. Undefined: no repository can have such a name. */
  readonly asked: (head: RequestHead, address: BelowKind) => AskedFile | undefined;
  /** Makes the body of refusals. Absent: the body is the reason, one line of plain text. */
  readonly refusalBody?: (refusal: DoorRefusal) => RefusalBody;
}

/** What a method does, by the kind's `methods`. Undefined: the kind does not have it. */
export const deedOf = ({ methods }: Pick<ArtifactHttp, 'methods'>, method: string): Deed | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;
