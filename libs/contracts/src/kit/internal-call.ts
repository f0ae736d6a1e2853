import type { ServiceName } from './object-contract.js';

/** The users of the message broker: the services, the public door, and the administrator's command line. */
export type Part = ServiceName | 'gateway' | 'operator';

/** Where answers to a part arrive, and nobody else hears: `_INBOX_gateway.<…>`. */
export const inboxOf = (part: string): string => `_INBOX_${part}`;

/** What the broker must know of a call. */
export interface DeclaredCall {
  /** Without a node. */
  subject: string;
  asks: readonly Part[];
  /** It goes to a storage node, whose name is appended to the subject. */
  on?: 'node' | undefined;
}

/**
 * A call between processes that is no operation of the API. The service that its subject begins with serves it.
 * The broker lets nobody ask but those in `asks`. Only the gateway's context says who the caller is: what services
 * ask of each other carries the uuids that it needs in its input.
 */
export interface InternalCall extends DeclaredCall {
  subject: `${ServiceName}.${string}.${string}.v${number}`;
  /** The gateway, which asks for a caller, or others, who ask for themselves; never both. */
  asks: readonly ['gateway'] | readonly Exclude<Part, 'gateway'>[];
}

/** What a service tells everybody in `heard`; its name is the second word of the subject. */
export interface EventContract {
  subject: string;
  heard: readonly Part[];
}

/**
 * The subject of a call between processes, which knows what is asked and what is answered: who asks and who serves share
 * it, so that neither can be wrong alone. At run time it is text, and the property is never there.
 */
export type CallSubject<Request, Answer> = string & {
  readonly '~types'?: (request: Request) => Answer;
};

/** The form of an answer that travels as lines: what is served, and the head that stands before the texts. */
export interface InLines<Value, Head> {
  readonly served: Value;
  readonly head: Head;
}

/** What a handler returns for an answer. */
export type Served<Answer> = Answer extends InLines<infer Value, unknown> ? Value : Answer;

/** A declared call with its types. */
export interface TypedCall<Request, Answer> extends InternalCall {
  subject: InternalCall['subject'] & CallSubject<Request, Answer>;
}

/** Declares a call: its subject without a node, who asks, and whether it goes to a storage node. */
export const call = <Request, Answer>(
  subject: InternalCall['subject'],
  asks: InternalCall['asks'],
  on?: 'node',
): TypedCall<Request, Answer> => ({ subject, asks, ...(on && { on }) });

/** The subject of a call to one storage node. */
export const toNode = <Request, Answer>(
  subject: CallSubject<Request, Answer>,
  node: string,
): CallSubject<Request, Answer> => `${subject}.${node}`;

/** The subjects of declared calls, by the same names. */
export const subjectsOf = <C extends Readonly<Record<string, InternalCall>>>(
  calls: C,
): { readonly [name in keyof C]: C[name]['subject'] } =>
  Object.fromEntries(Object.entries(calls).map(([name, { subject }]) => [name, subject])) as {
    readonly [name in keyof C]: C[name]['subject'];
  };
