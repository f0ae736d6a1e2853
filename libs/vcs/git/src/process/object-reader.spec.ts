import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitProcesses } from './git-processes.js';
import { ObjectReader } from './object-reader.js';
import { FatalObject, ReaderEnded } from './reader-failures.js';

describe('a reader that ends', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-reader-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  /** It answers two questions, and ends over the third. */
  const answers = 'read -r _ id; echo "$id blob 1"';
  writeFileSync(join(directory, 'git'), ['#!/bin/sh', answers, answers, 'read -r _ id; exit 1'].join('\n'), {
    mode: 0o755,
  });
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40));

  it('says over which of many objects', async () => {
    const processes = new GitProcesses({
      mark: join(directory, 'state'),
      path: `${directory}:/usr/bin:/bin`,
    });
    const reader = new ObjectReader(processes, directory);
    const asked = [reader.info(a), reader.infos([b, c, d]), reader.info(d)];
    const [first, many, last] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ value: { id: a, size: 1 } });
    expect(many).toMatchObject({ reason: { expression: c } });
    expect(many.status === 'rejected' && many.reason).toBeInstanceOf(FatalObject);
    expect(last.status === 'rejected' && last.reason).toBeInstanceOf(ReaderEnded);
    await processes.stop();
  });
});
