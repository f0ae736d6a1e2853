import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ArchiveMember, ArchiveWriter } from './archive-member.js';
import { tarGz } from './tar-archive.js';
import { zip } from './zip-archive.js';

const piece = randomBytes(100_000);

/** One file of many pieces, which is cut off by `left`, and tells that nobody holds it any more. */
const file = (left: AbortSignal, told: { closed: boolean }): ArchiveMember => ({
  path: 'a',
  isExecutable: false,
  size: 100 * piece.length,
  contents: () =>
    Promise.resolve(
      (async function* () {
        try {
          for (let count = 0; count < 100; count += 1) {
            await turn();
            left.throwIfAborted();
            yield piece;
          }
        } finally {
          told.closed = true;
        }
      })(),
    ),
});

async function* members(member: ArchiveMember): AsyncGenerator<ArchiveMember> {
  await turn();
  yield member;
}

const writers: [string, ArchiveWriter][] = [
  ['tar.gz', tarGz],
  ['zip', zip],
];

describe.each(writers)('an archive (%s) that is not written to its end', (_format, write) => {
  const faults: unknown[] = [];
  const hear = (fault: unknown): number => faults.push(fault);
  beforeEach(() => {
    faults.length = 0;
    process.on('uncaughtException', hear).on('unhandledRejection', hear);
  });
  afterEach(() => {
    process.off('uncaughtException', hear).off('unhandledRejection', hear);
  });
  const settled = async (): Promise<void> => {
    for (let count = 0; count < 50; count += 1) await turn();
  };

  it('throws where a file is cut off, and ends nothing else', async () => {
    const [left, told] = [new AbortController(), { closed: false }];
    const read = async (): Promise<void> => {
      for await (const bytes of write(members(file(left.signal, told)), 0))
        if (bytes.length > 1_000) left.abort(new Error('the client has gone'));
    };
    await expect(read()).rejects.toThrow('the client has gone');
    await settled();
    expect([told.closed, faults]).toEqual([true, []]);
  });

  it('lets go of the file when its reader leaves, and ends nothing else', async () => {
    const [left, told] = [new AbortController(), { closed: false }];
    for await (const bytes of write(members(file(left.signal, told)), 0)) if (bytes.length > 1_000) break;
    left.abort(new Error('the client has gone'));
    await settled();
    expect([told.closed, faults]).toEqual([true, []]);
  });
});
