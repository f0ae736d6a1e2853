import { join } from 'node:path';
import { run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { download, upload } from './artifacts.mjs';

const gibibytes = 5;

/** One very large file up and down, the memory of every process meanwhile, and what other requests feel of it. */
export const large = async ({ directory, installation }) => {
  const { url } = await installation.repository('huge', 'maven');
  const file = join(directory, 'huge.bin');
  await run('sh', [
    '-c',
    `openssl enc -aes-128-ctr -nosalt -pass pass:x </dev/zero 2>/dev/null | head -c ${gibibytes * 2 ** 30} >"$1"`,
    'sh',
    file,
  ]);
  const peak = {};
  let slowest = [];
  const watched = async (act) => {
    let going = true;
    const watch = (async () => {
      while (going) {
        for (const [name, resident] of Object.entries(installation.memory()))
          peak[name] = Math.max(peak[name] ?? 0, resident);
        slowest.push(await milliseconds(() => installation.api('GET', '/projects')));
        await new Promise((done) => setTimeout(done, 50));
      }
    })();
    const spent = await milliseconds(act);
    going = false;
    await watch;
    return (gibibytes * 2 ** 30) / 1e6 / (spent / 1000);
  };
  const at = `${url}/org/example/huge/1.0/huge-1.0.bin`;
  const once = { rounds: 1, unit: 'MB/s', better: 'more' };
  let transfers = 0;
  const path = () => at.replaceAll('1.0', `1.${(transfers += 1)}`);
  return [
    {
      ...once,
      name: 'up-5g',
      title: 'upload of 5 GiB',
      ours: () => watched(() => upload(path(), installation.basic, file)),
    },
    {
      ...once,
      name: 'down-5g',
      title: 'download of 5 GiB',
      ours: () => watched(() => download(at.replaceAll('1.0', '1.1'), installation.basic)),
    },
    {
      ...once,
      name: 'memory-5g',
      title: 'largest process meanwhile',
      unit: 'MiB',
      better: 'less',
      target: 300,
      ours: () => Math.max(...Object.values(peak)) / 2 ** 20,
    },
    {
      ...once,
      name: 'others-5g',
      title: 'a list of projects meanwhile, 99th percentile',
      unit: 'ms',
      better: 'less',
      ours: () => slowest.sort((a, b) => a - b)[Math.floor(slowest.length * 0.99)],
    },
  ];
};
