import { DomainError } from '@holdfast/kernel';
import type { ServiceName } from './object-contract.js';

/** The users of the message broker: the services, the public door, and the administrator's command line. */
export type BrokerUserName = ServiceName | 'gateway' | 'operator';

/** Subjects at which the answers to a part arrive begin with this: `_INBOX_gateway`. Nobody else may hear them. */
export const inboxOf = (part: string): string => `_INBOX_${part}`;

/** A call, as far as the rights on the broker depend on it. */
export interface DeclaredCall {
  /** Without a node. */
  subject: string;
  asks: readonly BrokerUserName[];
  /** The call goes to one storage node. Its name is appended to the subject. */
  on?: 'node' | undefined;
}

/**
 * A call between processes that is not an operation of the API. The first word of its subject is the service that
 * answers it. Only those in `asks` may make it; the broker refuses all others. Only the gateway's calls say who the
 * caller is: a call between services has the uuids that it needs in its input.
 */
export interface InternalCall extends DeclaredCall {
  subject: `${ServiceName}.${string}.${string}.v${number}`;
  /** Either the gateway, which asks on behalf of a caller, or others, which ask for themselves. Never both. */
  asks: readonly ['gateway'] | readonly Exclude<BrokerUserName, 'gateway'>[];
}

/** A message of a service to all in `heard`. The second word of the subject is the service. */
export interface EventContract {
  subject: string;
  heard: readonly BrokerUserName[];
}

/**
 * The subject of a call, together with the types of its question and answer. Both sides use the same value, so a
 * mistake on one side does not compile. At run time it is a plain string.
 */
export type CallSubject<Request, Answer> = string & {
  readonly '~types'?: (request: Request) => Answer;
};

/** An answer that travels as lines of text: what the handler answers, and the head that comes before the texts. */
export interface InLines<Value, Head> {
  readonly served: Value;
  readonly head: Head;
}

/** What the handler of a call returns. */
export type Served<Answer> = Answer extends InLines<infer Value, unknown> ? Value : Answer;

/** A declared call with its types. */
export interface TypedCall<Request, Answer> extends InternalCall {
  subject: InternalCall['subject'] & CallSubject<Request, Answer>;
}

/** Declares a call: the subject without a node, who may make it, and `node` if it goes to one storage node. */
export const call = <Request, Answer>(
  subject: InternalCall['subject'],
  asks: InternalCall['asks'],
  on?: 'node',
): TypedCall<Request, Answer> => ({ subject, asks, ...(on && { on }) });

/** What a storage node may be called: a name is a word of subjects. */
export const nodeNames = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The subject of a call to one storage node.
 * @throws DomainError `unavailable`: that is no name of a node, so nothing is there; who said it may be broken into
 */
export const toNode = <Request, Answer>(
  subject: CallSubject<Request, Answer>,
  node: string,
): CallSubject<Request, Answer> => {
  if (!nodeNames.test(node)) throw DomainError.unavailable('a storage node is named that can be none');
  return `${subject}.${node}`;
};

/** The subjects of declared calls, by the same names. */
export const subjectsOf = <C extends Readonly<Record<string, InternalCall>>>(
  calls: C,
): { readonly [name in keyof C]: C[name]['subject'] } =>
  Object.fromEntries(Object.entries(calls).map(([name, { subject }]) => [name, subject])) as {
    readonly [name in keyof C]: C[name]['subject'];
  };
