import type { ServiceName } from './object-contract.js';

/** The users of the message broker: the services, the public door, and the administrator's command line. */
export type Part = ServiceName | 'gateway' | 'operator';

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

/** The subjects of declared calls, by the same names. */
export const subjectsOf = <const C extends Readonly<Record<string, InternalCall>>>(
  calls: C,
): { readonly [name in keyof C]: C[name]['subject'] } =>
  Object.fromEntries(Object.entries(calls).map(([name, { subject }]) => [name, subject])) as {
    readonly [name in keyof C]: C[name]['subject'];
  };
