import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../clients/program.js';
import { scratch } from '../scratch.js';
import { access, home, toolsDirectory } from '../system.js';

/** A program for the shell of the tour. */
const program = async (file: string, ...lines: string[]): Promise<string> => {
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
};

(onPath('curl') ? describe : describe.skip)('The tour of the README', () => {
  it('runs as it is pasted by somebody with an empty home, and leaves nothing in the checkout', async () => {
    const [checkout, elsewhere] = [await scratch(), await scratch()];
    const readme = await readFile(join(toolsDirectory, '../README.md'), 'utf8');
    await writeFile(join(checkout, 'README.md'), readme);
    await mkdir(join(checkout, '.holdfast'));
    await copyFile(join(home, 'access.json'), join(checkout, '.holdfast/access.json'));

    const [, tour] = readme.split(/^## (?:Five minutes|Where to read on)$/m);
    const script = [...tour.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block]) => block).join('\n');
    // Maven itself has scenarios of its own; here it says whose credentials it was given.
    await program(join(elsewhere, 'mvn'), 'echo "mvn with $(grep -o "<username>.*</username>" "$2")"');
    const answers = `case "$1" in Username*) echo '${access.login}';; *) echo '${access.password}';; esac`;
    const { output } = await run('bash', ['-c', script], {
      cwd: checkout,
      env: {
        HOME: elsewhere,
        GIT_CONFIG_NOSYSTEM: '1',
        TMPDIR: elsewhere,
        PATH: `${elsewhere}:${process.env.PATH ?? ''}`,
        GIT_ASKPASS: await program(join(elsewhere, 'askpass'), answers),
      },
    });
    expect(output).toMatch(/HEAD -> main/);
    expect(output).toMatch(/"protected":true/);
    expect(output).toMatch(/remote: .*main/);
    expect(output).toContain(`mvn with <username>${access.login}</username>`);
    expect(await readdir(checkout)).toEqual(['.holdfast', 'README.md']);
    expect(await readdir(join(checkout, '.holdfast'))).toEqual(['access.json']);
  });
});
