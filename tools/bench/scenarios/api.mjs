import { join } from 'node:path';
import { environment, pushedBranches } from '../git-data.mjs';
import { requestRate, run } from '../load.mjs';

const creations = 100;

/** Requests to the JSON API against nginx that sends the same bytes from a file. */
export const api = async ({ directory, installation, baseline, seconds }) => {
  const headers = { Authorization: installation.authorization, Accept: 'application/vnd.svc.v1' };
  const few = await pushedBranches(join(directory, 'b10'), await installation.repository('b10'), 10);
  const many = await pushedBranches(
    join(directory, 'b10000'),
    await installation.repository('b10000'),
    10_000,
  );

  const pair = async (name, path) => {
    const url = installation.api_url + path;
    const same = baseline.file(`static/${name}.json`, await (await fetch(url, { headers })).text());
    const rate = (at) => async () => (await requestRate({ url: at, connections: 64, seconds, headers })).rate;
    return { name, unit: 'requests/s', better: 'more', ours: rate(url), baseline: rate(same) };
  };
  const page = (number) => `${many.path}/branches?limit=50&offset=${(number - 1) * 50}`;
  const first = await pair('list-1', page(1));
  const hundredth = await pair('list-100', page(100));
  let name = 0;
  return [
    {
      ...(await pair('branch-10', `${few.path}/branches/b/3`)),
      title: 'GET one branch of 10, 64 connections',
      target: 0.1,
    },
    {
      ...(await pair('branch-10000', `${many.path}/branches/b/7777`)),
      title: 'GET one branch of 10,000',
      target: 0.1,
    },
    { ...first, title: 'GET the first 50 of 10,000 branches', target: 0.03 },
    { ...hundredth, title: 'GET page 100 of the same', target: 0.03 },
    {
      ...hundredth,
      name: 'page-100-to-1',
      title: 'page 100 against page 1 (both ours)',
      baseline: first.ours,
      target: 0.9,
    },
    {
      name: 'branch-create',
      title: 'create a branch, one after another (git update-ref, spawned)',
      unit: 'branches/s',
      better: 'more',
      target: 0.25,
      ours: async () => {
        const from = performance.now();
        for (let index = 0; index < creations; index += 1)
          await installation.api('POST', `${few.path}/branches`, {
            id: `made/${(name += 1)}`,
            commit: few.commit,
          });
        return (creations * 1000) / (performance.now() - from);
      },
      baseline: async () => {
        const from = performance.now();
        const loop = `i=0; while [ $i -lt ${creations} ]; do git update-ref refs/heads/spawned/${(name += 1)}-$i ${few.commit}; i=$((i+1)); done`;
        await run('sh', ['-c', loop], { cwd: few.directory, env: environment });
        return (creations * 1000) / (performance.now() - from);
      },
    },
  ];
};
