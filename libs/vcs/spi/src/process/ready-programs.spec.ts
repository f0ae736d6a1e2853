import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadyPrograms, waiting, type Instructions } from './ready-programs.js';

describe('programs that are started before they are needed', () => {
  const started: ChildProcess[] = [];
  const pools: ReadyPrograms[] = [];
  const start = (): ChildProcess => {
    const child = spawn('sh', ['-c', waiting, 'sh', '-c'], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    started.push(child);
    return child;
  };
  const poolOf = (most?: number, patience?: number): ReadyPrograms => {
    const pool = new ReadyPrograms(start, most, patience);
    pools.push(pool);
    return pool;
  };
  const nothing: Instructions = { variables: [], words: ['exit'] };
  const filled = () => sleep(20);
  const ended = async () => {
    for (const child of started)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return started.map(({ exitCode }) => exitCode);
  };
  beforeEach(() => started.splice(0));
  afterEach(async () => {
    for (const pool of pools.splice(0)) pool.close();
    await ended();
  });

  const said = async (pool: ReadyPrograms, told: Instructions): Promise<string> => {
    const stdout = pool.take(told)?.stdout;
    return stdout ? text(stdout) : 'none waited';
  };
  const readyPool = async (): Promise<ReadyPrograms> => {
    const pool = poolOf();
    pool.take(nothing);
    await filled();
    return pool;
  };

  it('are there from the second time on, and again after each', async () => {
    const pool = poolOf();
    expect(pool.take(nothing)).toBeUndefined();
    await filled();
    expect(started).toHaveLength(2);
    expect([pool.take(nothing), pool.take(nothing), pool.take(nothing)]).toEqual([
      ...[started[0], started[1]],
      undefined,
    ]);
    await filled();
    expect(started).toHaveLength(4);
    expect(pool.take(nothing)).toBe(started[2]);
  });

  it('read words as they are, whatever those mean to a shell', async () => {
    const pool = await readyPool();
    const words = [
      '',
      ' a  b ',
      "it's",
      '"',
      '$(exit 1)`exit 1`',
      '\\n\\',
      '*',
      '-n',
      ';exit',
      'é\ud83d\ude00',
      '\t',
    ];
    const show = 'for each; do printf "<%s>" "$each"; done';
    expect(await said(pool, { variables: [], words: [show, 'sh', ...words] })).toBe(
      words.map((word) => `<${word}>`).join(''),
    );
  });

  it('have variables and a limit beside what they were started with, and nothing else open', async () => {
    const pool = await readyPool();
    const show = 'echo "$ONE|$TWO|$(ulimit -d)|$limit$left$word"; (: <&3) 2>/dev/null || echo closed';
    const told = { limit: 262_144, variables: ['ONE= 1 $HOME', 'TWO=a=b'], words: [show] };
    expect(await said(pool, told)).toBe(' 1 $HOME|a=b|262144|\nclosed\n');
    const own = await said(pool, { variables: [], words: ['ulimit -d'] });
    expect(own).toBe(await text(spawn('sh', ['-c', 'ulimit -d']).stdout));
  });

  it('are not handed over once they have ended', async () => {
    const pool = poolOf(1);
    pool.take(nothing);
    await filled();
    started[0].kill('SIGKILL');
    await once(started[0], 'exit');
    expect(pool.take(nothing)).toBeUndefined();
  });

  it('end where nothing is told to them for long, and come again', async () => {
    const pool = poolOf(2, 30);
    pool.take(nothing);
    await sleep(25);
    expect(await ended()).toEqual([0, 0]);
    expect(pool.take(nothing)).toBeUndefined();
    await filled();
    expect(pool.take(nothing)).toBe(started[2]);
  });

  it('end when nobody will ask any more', async () => {
    const pool = await readyPool();
    pool.take(nothing);
    pool.close();
    expect(await ended()).toEqual([0, 0]);
    expect(pool.take(nothing)).toBeUndefined();
    await filled();
    expect(started).toHaveLength(2);
  });
});
