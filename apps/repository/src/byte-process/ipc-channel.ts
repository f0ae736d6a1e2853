import { currentSpan, workBelow } from '@holdfast/kernel';
import { VcsRefusal, isRefusalCode } from '@holdfast/vcs-spi';

/** The two ends of `child_process.fork`, as much of them as the channel needs. */
export interface Peer {
  send(message: unknown, done: (error: Error | null) => void): void;
  onMessage(take: (message: unknown) => void): void;
}

/** `trace`: of what it is a part, where that is recorded. */
interface Question {
  id: number;
  call: string;
  input: unknown;
  trace?: string | undefined;
}

type Message =
  Question | { id: number; value: unknown } | { id: number; error: { code?: string; message: string } };

/** What one side may ask of the other, by name. */
export type IpcCalls = Readonly<Record<string, (input: never) => unknown>>;

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Calls with answers, both ways, over the messages between a process and the one that forked it. `Asked`: what the
 * other side answers. Both sides are built together, so what comes has the types that are written there.
 */
export class IpcChannel<Asked extends IpcCalls> {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private closed = false;

  constructor(
    private readonly peer: Peer,
    private readonly handlers: IpcCalls,
  ) {
    peer.onMessage((message) => this.take(message as Message));
  }

  /** Rejects with `unavailable` after `deadline` ms (`Infinity`: never), or when the other side has gone. */
  call<Name extends keyof Asked & string>(
    name: Name,
    input: Parameters<Asked[Name]>[0],
    deadline: number,
  ): Promise<Awaited<ReturnType<Asked[Name]>>> {
    if (this.closed) return Promise.reject(gone());
    const id = (this.last += 1);
    return new Promise((resolve: (value: never) => void, reject) => {
      const late = () => this.settle(id)?.reject(gone(`${name} was not answered in time`));
      const timer = deadline === Infinity ? undefined : setTimeout(late, deadline);
      this.waiting.set(id, { resolve, reject, timer });
      const trace = currentSpan()?.traceparent;
      this.peer.send({ id, call: name, input, ...(trace && { trace }) }, (error) => {
        if (error) this.settle(id)?.reject(gone());
      });
    });
  }

  close(): void {
    this.closed = true;
    for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(gone());
  }

  private take(message: Message): void {
    if ('call' in message) void this.answer(message);
    else if ('error' in message) this.settle(message.id)?.reject(revived(message.error));
    else this.settle(message.id)?.resolve(message.value as never);
  }

  private async answer({ id, call, input, trace }: Question): Promise<void> {
    try {
      const handler = Object.hasOwn(this.handlers, call) ? this.handlers[call] : undefined;
      if (!handler) throw new Error(`no handler for ${call}`);
      const work = (): Promise<unknown> => Promise.resolve(handler(input as never));
      this.reply({ id, value: await (trace ? workBelow(trace, nameOf(call, input), work) : work()) });
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      this.reply({
        id,
        error: { ...(code === undefined ? {} : { code }), message: message ?? String(error) },
      });
    }
  }

  private reply(message: Message): void {
    // A peer that has gone needs no answer; its end is noticed elsewhere.
    if (!this.closed) this.peer.send(message, () => undefined);
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.waiting.delete(id);
    return waiting;
  }
}

/** How a call is named in traces: those to an engine by what they ask of it. */
const nameOf = (call: string, input: unknown): string => {
  const { kind, operation } = input as { kind?: unknown; operation?: unknown };
  return typeof kind === 'string' && typeof operation === 'string' ? `${call} ${kind} ${operation}` : call;
};

const revived = ({ code, message }: { code?: string; message: string }): Error => {
  return isRefusalCode(code) ? new VcsRefusal(code, message) : new Error(message);
};

const gone = (message = 'the byte process is not there'): VcsRefusal => {
  return new VcsRefusal('unavailable', message);
};
