import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crash } from './installation.js';
import { ProcessDoors } from './process-doors.js';

const takesConnections = (host: string, port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host, port });
    socket.once('connect', () => socket.end(() => done(true)));
    socket.once('error', () => done(false));
  });

/** Whether it does its work for who asks; a database that starts takes connections before that. */
const serves = (part: 'nats' | 'postgres'): Promise<boolean> => {
  const doors = new ProcessDoors('identity');
  if (part === 'postgres') return doors.database().catch(() => false);
  const { hostname, port } = new URL(doors.environment.NATS_URL);
  return takesConnections(hostname, Number(port));
};

/**
 * Keeps a part from running for so long, however often its supervisor starts it. Resolves when it serves again; answers
 * how long it was away (ms).
 */
export const heldDown = async (part: 'nats' | 'postgres', milliseconds: number): Promise<number> => {
  const from = Date.now();
  while (Date.now() - from < milliseconds) {
    try {
      crash(part);
    } catch {
      // It is about to be started.
    }
    await sleep(20);
  }
  while (!(await serves(part))) await sleep(20);
  return Date.now() - from;
};
