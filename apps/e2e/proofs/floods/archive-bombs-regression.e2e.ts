import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, must } from '../../clients/api.js';
import { git, mustGit, WorkingCopy } from '../../clients/git.js';
import { SshClient } from '../../clients/ssh.js';
import { scratch } from '../../scratch.js';
import { access } from '../../system.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../../world.js';

/** The most memory that git may have (MiB), and what is no data of it: its program, mapped packs. */
const most = { archive: 256 + 64, difference: 512 + 64 };

const running = async (): Promise<string[]> => (await readdir('/proc')).filter((name) => /^\d+$/.test(name));

/**
 * Processes that make archives or look for what differs, with the most memory that each has had (MiB). `others` are
 * none of them: to look at all of a busy machine again and again takes much of it.
 */
const programs = async (others: ReadonlySet<string>): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  for (const pid of (await running()).filter((each) => !others.has(each))) {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).split('\0');
    if (
      !words.some((word) => /^(archive|upload-archive.*|diff-tree)$/.test(word)) ||
      !words[0].includes('git')
    )
      continue;
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    found.set(pid, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }
  return found;
};

/** What became of requests while which no program had more than the most. */
const withLittleMemory = async (
  others: ReadonlySet<string>,
  bound: number,
  asked: Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> => {
  let ended = false;
  const all = Promise.allSettled(asked).finally(() => (ended = true));
  const seen = new Map<string, number>();
  while (!ended) {
    for (const [pid, memory] of await programs(others)) seen.set(pid, Math.max(memory, seen.get(pid) ?? 0));
    // The system remembers the most that each has had: it is enough to look before a program has ended.
    await sleep(100);
  }
  expect(seen.size).toBeGreaterThan(0);
  expect(Math.max(...seen.values())).toBeLessThan(bound);
  return all;
};

describe('A commit of some hundred bytes that unfolds to 64 million files', () => {
  let admin: Person;
  let repository: RepositoryAt;
  /** What ran before there was the repository. */
  let others: ReadonlySet<string>;

  beforeAll(async () => {
    others = new Set(await running());
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    const copy = await WorkingCopy.make(await scratch());
    await copy.commit('a', 'a');
    let entry = `100644 blob ${await copy.must('rev-parse', 'HEAD:a')}`;
    for (let level = 0; level < 6; level += 1) {
      const names = Array.from({ length: 20 }, (_, at) => `${entry}\t${'long'.repeat(10)}${at}\n`);
      const file = await copy.file(Buffer.from(names.join('')));
      entry = `040000 tree ${await copy.must('-c', `alias.mk=!git mktree < '${file}'`, 'mk')}`;
    }
    const bomb = await copy.must('commit-tree', entry.split(' ')[2], '-m', 'bomb');
    await copy.push(admin.in(repository.url), `${bomb}:refs/heads/main`, 'HEAD:refs/heads/small');
  });

  it('takes little memory when archives are asked for, and those of others are made', async () => {
    const client = await SshClient.of(admin);
    const url = String((await must(admin.api.get(repository.path))).ssh_url);
    const directory = await scratch();
    const over = (revision: string) =>
      git(directory, ...client.configuration, 'archive', '--format=tar', `--remote=${url}`, revision);
    const get = (revision: string) =>
      fetch(`${access.api_url}${repository.path}/commits/${revision}/archive`, {
        headers: { authorization: authorization(admin.keys) },
      });
    const asked = [...Array.from({ length: 4 }, () => over('main')), get('main'), get('main')];
    const all = await withLittleMemory(others, most.archive, asked);
    for (const answer of all) expect(answer).not.toMatchObject({ value: { status: 0 } });
    for (const answer of all) expect(answer).not.toMatchObject({ value: { status: 200 } });
    expect((await over('small')).status).toBe(0);
    expect((await get('small')).status).toBe(200);
    expect(await mustGit(directory, 'ls-remote', admin.in(repository.url), 'small')).toContain(
      'refs/heads/small',
    );
  });

  it('takes little memory when somebody asks what it changed, and he sees a page of it', async () => {
    // On a busy machine git may not come to its bound in the time of a request: 503, ask again.
    const get = async (rest: string, tries = 4): Promise<unknown> => {
      const answer = await admin.api.get(`${repository.path}/${rest}`);
      return answer.status === 503 && tries > 1 ? get(rest, tries - 1) : answer;
    };
    const pages = await withLittleMemory(others, most.difference, [
      get('commits/main/changesets?limit=1'),
      get('compare/changesets/small...main?limit=1'),
    ]);
    // Where there is nothing before them all files are new: they are listed without a comparison.
    for (const page of pages)
      expect(page).toMatchObject({
        value: {
          status: 200,
          body: {
            metadata: { count: 1, more_results: true },
            results: [{ status: 'added', truncated: true }],
          },
        },
      });
    expect(await get('commits/small/changesets')).toMatchObject({ status: 200 });
  });

  it('is not gone through path by path for a clone, however it is filtered', async () => {
    const clone = async (filter: string) =>
      git(await scratch(), 'clone', '-q', '--bare', `--filter=${filter}`, admin.in(repository.url), 'clone');
    const { status, output } = await clone('combine:blob:none+tree:50');
    expect([status === 0, output]).toEqual([
      false,
      expect.stringContaining("filter 'combine' not supported"),
    ]);
    expect(await clone('tree:50')).toMatchObject({ status: 0 });
  });
});
