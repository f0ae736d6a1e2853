import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { laterReferences, transferConfig } from '../process/git-command.js';
import { syncRefs } from '../refs/lasting-refs.js';
import { advertiseRefs } from './advertised-refs.js';
import { atomically } from './atomic-body.js';
import { CommandScan } from './command-scan.js';
import { isOutOfMemory } from '../process/memory-complaint.js';
import { exitOf } from '../process/exit-of.js';
import { converse, finish } from './conversation.js';
import { sessionResult } from './fetch.js';
import { protocolEnvironment, protocolOf } from './git-protocol.js';
import { HeldAnswer } from './held-answer.js';
import { lookAhead } from './look-ahead.js';
import { outOfMemoryTold } from './out-of-memory.js';
import { hooksOf } from './pre-receive.hook.js';
import { Push } from './push.js';
import { refusedPush } from './refused-push.js';
import { BodyFailure, processorTime, type TransferClient, PushRoom } from '@holdfast/vcs-spi/engine';
import { withoutShallow } from './shallow-lines.js';
import type { Talk } from './talk.js';
import { pathsHidden } from './told-lines.js';
import type { TransferParts } from './transfer-parts.js';
import { UnpackingDeadline, unpackingTime } from './unpacking-deadline.js';

/**
 * So much of a push that is refused already is read to its end before the client is told: it does not listen while it
 * sends.
 */
const mostDiscarded = 256 << 20;
/** Who is refused in a talk, and neither sends nor ends, is told after so long (ms). */
const lingering = 2_000;
const pushResult = 'application/x-git-receive-pack-result';

/**
 * Carries a push to `git receive-pack`, which asks about it by its hook. `talk`: the client is told first which refs
 * there are, over the same connection, by a git of its own: how refs are brought to the disk is said to git when it
 * starts, and depends on how many there are.
 */
export const carryPush = async (
  parts: TransferParts,
  grant: TransferGrant,
  body: AsyncIterable<Buffer>,
  response: ServerResponse,
  client: TransferClient,
  talk?: Talk,
): Promise<void> => {
  const { processes, housekeeping, writers, hooksDirectory, limits } = parts;
  const { directory } = grant;
  const answer = new HeldAnswer(response, talk ? sessionResult : pushResult, client);
  if (talk) {
    const told = await advertiseRefs(processes, grant, 'receive-pack', answer, client, talk);
    if (told.code !== 0) return finish(answer, told, talk);
  }
  const asked = await lookAhead(withoutShallow(body), limits).catch((error: unknown) => {
    if (!talk || !(error instanceof BodyFailure)) throw error;
    finish(answer, { code: -1, complaint: '', failure: error }, talk);
  });
  if (!asked) return;
  // It has all that it would push: git would read that there is nothing, and end.
  if (talk && asked.isNone) return answer.endTold({ code: 0 });
  await Promise.race([client.ours(housekeeping.yieldTo(directory)), client.left()]);
  // What was ended for it may have left locks.
  await writers.cleanUp(directory);
  let ranOut = false;
  const [hidden, told] = [pathsHidden(), outOfMemoryTold(limits.pushMemory, () => (ranOut = true))];
  answer.through = (chunk) => told(hidden(chunk));
  const room = new PushRoom(grant, parts.gate);
  const scan = new CommandScan(limits);
  const push = new Push(grant, parts, scan, room, asked.isMany);
  const most = grant.limits?.maxInputBytes;
  const child = processes.start(
    {
      command: 'receive-pack',
      config: {
        ...transferConfig(directory),
        'core.hooksPath': hooksOf(hooksDirectory, asked.isMany),
        ...(asked.isMany && laterReferences),
        ...(most === undefined ? {} : { 'receive.maxInputSize': String(most) }),
      },
      flags: ['--stateless-rpc'],
      values: [directory],
    },
    ['pipe', 'pipe', 'pipe', 'pipe'],
    {
      ...{ environment: protocolEnvironment(protocolOf(grant)), memory: limits.pushMemory, yielding: true },
      sharedBy: grant.owner,
    },
  );
  // Once a push is accepted its refs are being written: then it ends by itself, with or without a client.
  const stop = () => {
    if (!push.accepted) processes.end(child);
  };
  client.gone.addEventListener('abort', stop);
  if (client.gone.aborted) stop();
  const refuse = () => {
    if (talk) talk.patience = lingering;
    stop();
  };
  const deadline = new UnpackingDeadline(refuse, () => room.refusalOfDisk());
  if (talk) client.talksWith(() => processorTime(child));
  const socket = child.stdio[3] as Socket | undefined;
  push.asks = () => {
    deadline.end();
    if (attended) client.ours(attended).catch(() => undefined); // it is awaited below
  };
  // git ends when it has said what it wrote: until then nobody else changes these refs.
  let tell: (lasting: Promise<void>) => void = () => undefined;
  const lasting = new Promise<void>((resolve) => (tell = resolve));
  push.waits = (work) => void client.ours(work).catch(() => undefined); // the hook hears of it
  push.accepts = () => {
    processes.letGo(child);
    return answer.setAside(join(parts.answersDirectory, randomUUID()), lasting);
  };
  const attended = socket ? push.attend(socket) : undefined;
  // With git's end, not with the body's: a client that does not end it would keep its refs from all others.
  const settled = exitOf(child).then(async ({ signal }) => {
    socket?.destroy();
    await attended;
    if (signal) writers.wasKilled(directory);
    const { written } = push;
    // The client, and all who hear of the push, are told of what no loss of power takes away. Where the disk fails the
    // client is told nothing, and all others that the refs have changed, which they have.
    if (push.isWritten && !signal)
      tell(written ? syncRefs(directory, written) : processes.syncDisk(directory));
    else tell(Promise.resolve());
    await lasting.catch(() => undefined);
    await push.end();
    // The disk may be full of it, and the client may take his time.
    await writers.cleanUp(directory);
  });
  settled.catch((error: unknown) => tell(Promise.reject(error as Error))); // it is awaited below
  const heard = (isHere: boolean): void => {
    if (isHere) deadline.begin(unpackingTime(scan, limits.unpacking));
    else deadline.watch();
  };
  const seen = atomically(scanned(asked.body, scan, refuse, room, heard));
  const end = await converse(processes, child, seen, answer, () => !push.accepted, talk);
  deadline.end();
  client.gone.removeEventListener('abort', stop);
  room.leave();
  await settled;
  const { company } = grant.owner;
  const refs = scan.commands + scan.directories;
  // Where git changed nothing, it has made directories all the same.
  if (push.accepted) housekeeping.pushed(directory, { refs, texts: push.texts }, company);
  if (push.isForUpkeep) housekeeping.hasSlowPack(directory, company);
  // git asks its hook about what it does not take as well. What takes long to read keeps later pushes from their end.
  const isLong = push.isLongRead || deadline.refusal !== undefined;
  if (ranOut || isLong || isOutOfMemory(end)) housekeeping.hasLongTexts(directory, company);
  const reason = scan.refusal ?? deadline.refusal ?? push.failure ?? processes.spentReason(child);
  const refusal = reason === undefined ? undefined : refusedPush(scan, reason);
  if (refusal && answer.pending) answer.give(refusal);
  else if (refusal && (talk || scan.refusal === undefined)) answer.endWith(refusal);
  else finish(answer, end, talk);
};

/**
 * The same body, which ends at what is not accepted: git goes at once, the rest of the body is thrown away. `heard` is
 * told of pieces of the pack, and of its end.
 */
async function* scanned(
  body: AsyncIterable<Buffer>,
  scan: CommandScan,
  stop: () => void,
  room: PushRoom,
  heard: (isHere: boolean) => void,
): AsyncGenerator<Buffer> {
  let discarded = 0;
  let status = 413;
  for await (const chunk of body) {
    if (scan.refusal === undefined) {
      scan.read(chunk);
      if (scan.refusal === undefined && scan.packBytes > 0) {
        heard(false);
        scan.refusal = await room.refusalOf(scan.packBytes);
        if (scan.refusal !== undefined) status = 507;
      }
      if (scan.refusal === undefined) yield chunk;
      else stop();
    } else if ((discarded += chunk.length) > mostDiscarded) break;
  }
  if (scan.refusal !== undefined) throw new BodyFailure('too_large', status, scan.refusal);
  heard(true);
}
