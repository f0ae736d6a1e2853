import { artifactCalls, type BlobMoveLine, type KnownBlobMove } from '@holdfast/contracts';
import { sizeOf } from '@holdfast/kernel';
import { command, context, json, type Calls } from './command.js';
import { answeredInTime, pause } from './job-waiting.js';
import { fields } from './table.js';

export const migrateBlobs = command(
  'blobs migrate [--check] [--json]',
  0,
  { check: 'flag' },
  ({ options }) =>
    async (calls, _env, tell = () => undefined) => {
      const asked = { checks: options.check === true };
      const begun = await calls.call(artifactCalls.moveBlobs, context(), asked);
      const move = await endOfMove(calls, begun, tell);
      const text = options.json ? json(move) : `${saidOf(move).join('\n')}\n`;
      return isGood(move) ? text : { alarm: text };
    },
);

export const blobsStatus = command('blobs status [--json]', 0, {}, ({ options }) => async (calls) => {
  const { move } = await calls.call(artifactCalls.lastBlobMove, context(), {});
  if (options.json) return json(move);
  if (!move) return 'no blobs were moved or checked yet\n';
  const { target, former, state, asked_at: asked } = move;
  return fields({
    ...(move.checks ? { checks: target } : { into: target, from: former ?? '' }),
    ...{ state, asked, now: move.state === 'running' ? progressOf(move) : saidOf(move).at(-1) },
  });
});

export const stopBlobs = command('blobs stop [--json]', 0, {}, ({ options }) => async (calls) => {
  await calls.call(artifactCalls.stopBlobMove, context(), {});
  return options.json ? json({}) : 'what is moved or checked ends; what was copied stays\n';
});

const endOfMove = async (
  calls: Calls,
  { uuid }: BlobMoveLine,
  tell: (line: string) => void,
): Promise<BlobMoveLine> => {
  for (let told = ''; ; await pause()) {
    const look = (): Promise<KnownBlobMove> => calls.call(artifactCalls.lastBlobMove, context(), {});
    const { move } = await answeredInTime(look, tell);
    if (move?.uuid !== uuid) throw new Error('another move of blobs was begun meanwhile: see blobs status');
    if (move.state !== 'running') return move;
    const line = progressOf(move);
    if (line !== told) tell(line);
    told = line;
  }
};

const isGood = ({ state, faults }: BlobMoveLine): boolean => state === 'done' && faults === 0;

const workOf = ({ checks, copied, bytes }: BlobMoveLine): string =>
  `${copied} blobs ${checks ? 'read' : 'copied'}, ${sizeOf(bytes)}`;

const progressOf = (move: BlobMoveLine): string => {
  const { percent, pass, faults, waits } = move;
  const look = pass === 1 ? '' : `, looked through once more (${pass})`;
  const wrong = faults === 0 ? '' : `, ${faults} FAULTS`;
  return `${percent} %: ${workOf(move)}${look}${wrong}${waits === '' ? '' : `; ${waits}`}`;
};

/** What came of it; the last line says what follows from it. */
const saidOf = (move: BlobMoveLine): string[] => {
  const { checks, target, former, state, error, faults, lines, seen } = move;
  const others = faults > lines.length ? [`and ${faults - lines.length} more`] : [];
  const found = [...lines, ...others, workOf(move)];
  const kept = checks ? [] : [`${former} is still needed`];
  if (state === 'stopped') return [...found, 'it was stopped', ...kept];
  if (state === 'failed') return [...found, ...kept, `it has failed: ${error}`];
  if (faults > 0)
    return [...found, ...(checks ? [`${faults} blobs are not in ${target} as they should be`] : kept)];
  if (checks) return [workOf(move), `all ${seen} blobs are in ${target}, and what they were`];
  return [
    workOf(move),
    `all ${seen} blobs are in ${target}: ${former} is not needed any more; ` +
      'take HOLDFAST_BLOBS_OTHER_URL out of the settings, and start artifact services and gateways again',
  ];
};
