import type { ServerChannel, Session } from 'ssh2';

/** What a client wants of one channel. */
export interface SessionRequest {
  channel: ServerChannel;
  /** Absent: a shell, a subsystem, whatever is no command. */
  command?: string;
  /** The variables that it has set before. */
  environment: Readonly<Record<string, string>>;
}

const mostVariables = 16;
/** Bytes of what it is set to. */
const longestVariable = 1024;

/**
 * Hears what is wanted of a session: one thing, once. Terminals are granted, for the sake of one line of text;
 * nothing else is.
 */
export const onRequest = (session: Session, take: (request: SessionRequest) => void): void => {
  const environment: Record<string, string> = {};
  session.on('env', (accept: Accept, _reject, { key, val }) => {
    const isKept = /^[A-Z_]{1,64}$/.test(key) && Buffer.byteLength(val) <= longestVariable;
    if (isKept && Object.keys(environment).length < mostVariables) environment[key] = val;
    accept?.();
  });
  session.on('pty', (accept: Accept) => void accept?.());
  const begin = (channel: ServerChannel | undefined, command?: string): void => {
    // The client has ended the session before it began.
    if (channel) take({ channel, environment, ...(command === undefined ? {} : { command }) });
  };
  session.on('exec', (accept, _reject, { command }) => begin(accept(), command));
  session.on('shell', (accept) => begin(accept()));
  session.on('subsystem', (accept) => begin(accept()));
};

/** Absent where the client wants no answer. */
type Accept = (() => unknown) | undefined;
