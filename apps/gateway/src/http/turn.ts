import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Turn {
  req: IncomingMessage;
  before?: Promise<void>;
  mine: Promise<void>;
}

const turns = new WeakMap<Socket, Turn>();

/**
 * Runs the work for a request after all earlier work of its connection has ended: a pipelined request is not
 * looked at before the one before it has had its effect, nor at all when its connection has ended by then. The work
 * must not fail.
 */
export const inTurn = (req: IncomingMessage, work: () => Promise<void>): void => {
  const { socket } = req;
  const before = turns.get(socket)?.mine;
  const next = (): Promise<void> | undefined => (socket.destroyed ? undefined : work());
  const turn: Turn = { req, before, mine: before ? before.then(next) : work() };
  turns.set(socket, turn);
  void turn.mine.then(() => {
    if (turns.get(socket) === turn) turns.delete(socket);
  });
};

/**
 * Resolves when the requests that had arrived whole on a connection are answered; undefined when none is under way.
 * For whoever has to refuse what came after them.
 */
export const wholeRequests = (socket: Socket): Promise<void> | undefined => {
  const turn = turns.get(socket);
  return turn?.req.complete ? turn.mine : turn?.before;
};
