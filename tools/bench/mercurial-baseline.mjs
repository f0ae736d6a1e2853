import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolsDirectory } from '../system/paths.mjs';
import { freePort } from '../system/ports.mjs';
import { run } from './load.mjs';

/** @import { Bench } from './bench.mjs' */

const own = join(toolsDirectory, 'mercurial');

/** What Mercurial runs with: its own defaults, nobody's configuration. */
export const environment = {
  PATH: [join(own, 'bin'), process.env.PATH].join(delimiter),
  ...(existsSync(own) && { PYTHONPATH: own }),
  HOME: '/nonexistent',
  HGRCPATH: '',
  HGPLAIN: '1',
  HGUSER: 'bench',
};

/** @param {string[]} args */
export const hg = (...args) => run('hg', args, { env: environment });

/** `hg serve` would wait 40 ms in each answer on a connection that is kept. */
const program = [
  'import sys, waitress',
  'from mercurial.hgweb import hgweb',
  "waitress.serve(hgweb(sys.argv[1].encode()), listen='127.0.0.1:' + sys.argv[2], threads=8)",
];

/**
 * A bare hgweb (in waitress) before one empty repository, made once in a run. Answers its address.
 * @param {Bench} bench
 */
export const mercurialDoor = (bench) =>
  bench.once('mercurial', async () => {
    const directory = join(bench.directory, 'mercurial');
    mkdirSync(directory);
    const repository = join(directory, 'repository');
    await hg('init', repository);
    const settings = join(directory, 'hgrc');
    writeFileSync(settings, '[web]\npush_ssl = no\nallow_push = *\n');
    const port = await freePort();
    bench.baseline.run('python3', ['-c', program.join('\n'), repository, String(port)], {
      ...environment,
      HGRCPATH: settings,
    });
    const url = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let wait = 0; !(await answers()); wait += 1) {
      if (wait > 200) throw new Error('hgweb does not start');
      await sleep(50);
    }
    return url;
  });
