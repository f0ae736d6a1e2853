// node tools/bench/collect.mjs PID: has a Node process of this machine collect all that it does not need any more, and
// ends as soon as it has. The process opens its inspector for that (SIGUSR1), one process of the machine at a time, and
// closes it again.
import { setTimeout as sleep } from 'node:timers/promises';
import { command, Complaint } from '../system/complaint.mjs';
import { parsed } from '../system/private-files.mjs';

const inspector = 'http://127.0.0.1:9229/json';
const patience = 10_000;

/** @typedef {{ webSocketDebuggerUrl: string }[]} Targets */
/** @typedef {{ id?: number, error?: { message: string }, result?: { result?: { value?: unknown } } }} Message */

/** Where the inspector that listens here is; undefined: none does. @returns {Promise<string | undefined>} */
const listening = async () => {
  try {
    const [target] = /** @type {Targets} */ (parsed(await (await fetch(inspector)).text()));
    return target?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
};

/**
 * Waits until an inspector listens here, or none does; answers where it is.
 * @param {boolean} listens
 * @param {string} otherwise the complaint where that does not come
 */
const listeningOnce = async (listens, otherwise) => {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
    const address = await listening();
    if (Boolean(address) === listens) return address;
  }
  throw new Complaint(otherwise);
};

/** Answers what the process says to one command of its inspector. @param {WebSocket} socket */
const asking = (socket) => {
  let last = 0;
  return (/** @type {string} */ method, /** @type {object} */ params = {}) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      const hear = (/** @type {MessageEvent} */ { data }) => {
        const message = /** @type {Message} */ (parsed(String(data)));
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        if (message.error) reject(new Error(`${method}: ${message.error.message}`));
        else resolve(message.result?.result?.value);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
};

await command(async () => {
  const pid = Number(process.argv[2]);
  if (!Number.isInteger(pid)) throw new Complaint('one argument: the pid');
  if (await listening()) throw new Complaint(`something else listens at ${inspector}`);
  process.kill(pid, 'SIGUSR1');
  const address = await listeningOnce(true, `process ${pid} does not open its inspector`);
  const socket = new WebSocket(String(address));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to process ${pid}`)));
  });
  const ask = asking(socket);
  /** @param {string} expression */
  const evaluate = (expression) => ask('Runtime.evaluate', { expression });
  try {
    if ((await evaluate('process.pid')) !== pid) throw new Complaint(`another process than ${pid} answers`);
    // What the first one finalizes is free for the second one.
    for (let round = 0; round < 2; round += 1) await ask('HeapProfiler.collectGarbage');
  } finally {
    // What closes the inspector, also where a module of the process cannot be asked for. It waits for us to have gone.
    await evaluate('setTimeout(() => process._debugEnd(), 100)');
    socket.close();
    await listeningOnce(false, `process ${pid} does not close its inspector`);
  }
});
