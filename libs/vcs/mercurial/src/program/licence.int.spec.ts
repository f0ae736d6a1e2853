import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installProgram } from './program-files.js';

const checkout = join(import.meta.dirname, '../../../../..');

describe('the Python program, which imports Mercurial', () => {
  it('says in each of its files under which licence it is, whose text is here', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hf-licence-'));
    try {
      await installProgram(directory);
      const names = await readdir(directory);
      expect(names).toContain('hf_web.py');
      for (const name of names) {
        const [line] = (await readFile(join(directory, name), 'utf8')).split('\n', 1);
        expect([name, line]).toEqual([name, '# SPDX-License-Identifier: GPL-2.0-or-later']);
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    const text = await readFile(join(checkout, 'LICENSES/GPL-2.0-or-later.txt'), 'utf8');
    expect(text).toMatch(/GNU GENERAL PUBLIC LICENSE\s+Version 2, June 1991/);
    expect(await readFile(join(checkout, 'README.md'), 'utf8')).toContain('(LICENSES/GPL-2.0-or-later.txt)');
  });
});
