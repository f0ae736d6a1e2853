import type { BlobMoveLine } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { runAnswered as run } from './answered-command.fixture.js';

const bucket = 's3://jars/a';
const line = (more: Partial<BlobMoveLine> = {}): BlobMoveLine => ({
  ...{ uuid: 'm', checks: false, target: bucket, former: 'disk', state: 'running', percent: 40, pass: 1 },
  ...{ seen: 900, copied: 12, bytes: 5 * 2 ** 20, faults: 0, lines: [], waits: '', error: null },
  ...{ asked_at: 'then', ended_at: null, ...more },
});

/** What is printed of a move that ends so. */
const endOf = async (more: Partial<BlobMoveLine>, words = 'blobs migrate') =>
  (await run(words, line(), { move: line({ state: 'done', ...more }) })).printed;

describe('the commands about blobs', () => {
  it('move them, tell how far it is, and say at last what is not needed any more', async () => {
    const { printed, asked, told } = await run(
      'blobs migrate',
      line({ percent: 0, copied: 0, bytes: 0 }),
      { move: line() },
      DomainError.unavailable('away'),
      { move: line({ waits: 'disk does not answer' }) },
      { move: line({ pass: 2, faults: 1 }) },
      { move: line({ state: 'done' }) },
    );
    expect(printed).toBe(
      `12 blobs copied, 5.0 MiB\nall 900 blobs are in ${bucket}: disk is not needed any more; take ` +
        'HOLDFAST_BLOBS_OTHER_URL out of the settings, and start artifact services and gateways again\n',
    );
    expect(asked[0]).toEqual(['artifact.blobs.move.v1', { checks: false }]);
    expect(told).toEqual([
      '40 %: 12 blobs copied, 5.0 MiB',
      'nobody answers; it is asked again',
      '40 %: 12 blobs copied, 5.0 MiB; disk does not answer',
      '40 %: 12 blobs copied, 5.0 MiB, looked through once more (2), 1 FAULTS',
    ]);
  });

  it('say that the former store is still needed, where it is', async () => {
    expect(await endOf({ faults: 3, lines: ['a', 'b'] })).toEqual({
      alarm: 'a\nb\nand 1 more\n12 blobs copied, 5.0 MiB\ndisk is still needed\n',
    });
    expect(await endOf({ state: 'failed', error: 'the storage is full' })).toEqual({
      alarm: '12 blobs copied, 5.0 MiB\ndisk is still needed\nit has failed: the storage is full\n',
    });
    expect(await endOf({ state: 'stopped', bytes: 5 })).toEqual({
      alarm: '12 blobs copied, 5 bytes\nit was stopped\ndisk is still needed\n',
    });
    const json = await endOf({ state: 'failed' }, 'blobs migrate --json');
    expect(json).toEqual({ alarm: `${JSON.stringify(line({ state: 'failed' }))}\n` });
  });

  it('check them', async () => {
    const checked = { checks: true, former: null };
    expect(await endOf(checked, 'blobs migrate --check')).toBe(
      `12 blobs read, 5.0 MiB\nall 900 blobs are in ${bucket}, and what they were\n`,
    );
    expect(await endOf({ ...checked, faults: 1, lines: ['a'] }, 'blobs migrate --check')).toEqual({
      alarm: `a\n12 blobs read, 5.0 MiB\n1 blobs are not in ${bucket} as they should be\n`,
    });
  });

  it('do not take another move for their own', async () => {
    for (const move of [line({ uuid: 'other' }), null])
      await expect(run('blobs migrate', line(), { move })).rejects.toThrow('another move of blobs was begun');
  });

  it('say how it stands, and end it', async () => {
    expect((await run('blobs status', { move: null })).printed).toBe('no blobs were moved or checked yet\n');
    expect((await run('blobs status', { move: line() })).printed).toBe(
      `into   ${bucket}\nfrom   disk\nstate  running\nasked  then\nnow    40 %: 12 blobs copied, 5.0 MiB\n`,
    );
    expect((await run('blobs status', { move: line({ checks: true, former: null }) })).printed).toContain(
      `checks  ${bucket}\n`,
    );
    expect((await run('blobs status --json', { move: null })).printed).toBe('null\n');
    const { printed, asked } = await run('blobs stop', undefined);
    expect([printed, asked]).toEqual([
      'what is moved or checked ends; what was copied stays\n',
      [['artifact.blobs.stop.v1', {}]],
    ]);
  });
});
