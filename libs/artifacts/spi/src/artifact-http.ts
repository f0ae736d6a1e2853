import type { BelowKind, RefusalBody, RequestHead, DoorRefusal } from '@holdfast/kernel';

/** What a request does to a repository. Everybody who sees it reads; the others need the right to write. */
export type Deed = 'read' | 'deploy' | 'remove';

/** What a client asks of a repository, as the head of its request says it. */
export interface AskedFile {
  /** Id of the repository. */
  readonly repository: string;
  /** The raw path up to the repository, without a slash at its end. */
  readonly address: string;
  /** What follows the repository: raw, '' or with a slash at its beginning. */
  readonly path: string;
}

/**
 * How a kind is spoken over HTTP. The gateway asks it before anything is looked up, in this order: who is it, what does he ask
 * (`asked`), may he know of the repository, may he do it (`methods`); the artifact service decides the rest. All of it is pure.
 */
export interface ArtifactHttp {
  /** What each method does. Others are answered with 405 and these. */
  readonly methods: Readonly<Record<string, Deed>>;
  /** How refusals call what the caller may not do: `you may read this repository, but not <words>`. */
  readonly words: Readonly<Record<Exclude<Deed, 'read'>, string>>;
  /** Undefined: no repository can be named so. */
  readonly asked: (head: RequestHead, address: BelowKind) => AskedFile | undefined;
  /** The body of refusals, where it is not the reason in one line of plain text. */
  readonly refusalBody?: (refusal: DoorRefusal) => RefusalBody;
}

/** What a method does by a kind's own list. */
export const deedOf = ({ methods }: Pick<ArtifactHttp, 'methods'>, method: string): Deed | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;
