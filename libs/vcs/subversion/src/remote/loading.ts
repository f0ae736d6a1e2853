import type { Readable } from 'node:stream';
import { DumpedRecords } from './dumped-records.js';
import { LoadPrograms, type LoadSettings } from './load-programs.js';
import { OnwardRevisions } from './onward-revisions.js';
import type { ProgramEnd } from './program-end.js';

/**
 * Loads a dump into a repository while it comes, up to the first name, message or property that no XML may have, or to
 * differences that would harm the program. `behind`: the newest revision that is there, where the dump has those that
 * follow it in the repository that both are of; else it begins one.
 */
export const load = async (
  repository: string,
  source: Readable,
  { behind = 0, ...settings }: LoadSettings & { behind?: number },
): Promise<ProgramEnd> => {
  // Nobody takes the rest: who brings it would wait, or bring all of it.
  const leave = (): unknown => source.destroy();
  const programs = new LoadPrograms(repository, settings, leave);
  const onward = behind > 0 ? new OnwardRevisions(programs, behind) : undefined;
  const records = new DumpedRecords(onward);
  const pass = (piece: Buffer): Promise<void> => (onward ? onward.pass() : programs.write(piece));
  let isBroken = false;
  // One that is empty is none, in the words of the program.
  if (!onward) await programs.write(Buffer.alloc(0));
  for await (const piece of piecesOf(source, () => (isBroken = true))) {
    records.take(piece);
    if (records.unreadable !== undefined) break;
    await pass(piece);
  }
  // The program is ended, and has nothing of it.
  if (records.unreadable !== undefined) programs.stop();
  else if (!isBroken) {
    records.end();
    await onward?.end();
  }
  const end = await programs.finish();
  leave();
  if (records.unreadable !== undefined) return { code: -1, complaint: records.unreadable };
  // What has come until then was loaded as if it were all.
  return isBroken && end.code === 0 ? { code: -1, complaint: '' } : end;
};

async function* piecesOf(source: Readable, broken: () => void): AsyncGenerator<Buffer, void> {
  const pieces: AsyncIterable<Buffer> = source;
  try {
    yield* pieces;
  } catch {
    broken();
  }
}
