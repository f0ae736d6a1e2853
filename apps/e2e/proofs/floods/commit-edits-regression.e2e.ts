/** @alone Makes commits that edit much, and measures what others wait. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { generateRepository, git, mustGit } from '../../clients/git.js';
import { scratch } from '../../scratch.js';
import {
  newCompany,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../../world.js';

/** So long commits come (ms). */
const duration = 6_000;
/** What others wait is far below: what they read is small. */
const patience = 3_000;
/** A directory of so many entries has just less than may be changed, and one with more has more. */
const entries = 440_000;
const tooMany = 30_000;

/** Directories that nobody has yet, each in the one before it: more than a request may make. */
const deep = (at: number): object => ({
  modified: Array.from({ length: 2200 }, (_, each) => ({
    path: `${each}/${'a/'.repeat(197)}q`,
    content: String(at + each),
  })),
});
/** As many directories as a request may make. */
const wide = (at: number): object => ({
  modified: Array.from({ length: 2490 }, (_, each) => ({
    path: `${each}/a/b/c/q`,
    content: String(at + each),
  })),
});
const large = (at: number): object => ({ modified: [{ path: 'f0000001', content: String(at) }] });

describe('A company whose commits change very much', () => {
  let rival: Person;
  let members: Person[];
  let flooded: RepositoryAt;
  let crowded: string;
  let overfull: string;
  let victim: Person;
  let small: RepositoryAt;

  const pushed = async (directory: string, owner: Person, { url }: RepositoryAt): Promise<void> => {
    const { status, output } = await git(directory, 'push', '-q', owner.in(url), '--all');
    expect([status, output]).toEqual([0, '']);
  };

  beforeAll(async () => {
    const directory = join(await scratch(), 'crowded');
    await generateRepository(directory, { branches: [], commits: 1 });
    const file = join(await scratch(), 'content');
    await writeFile(file, 'x');
    const id = Buffer.from(await mustGit(directory, 'hash-object', '-w', file), 'hex');
    const entry = (_: unknown, at: number): Buffer =>
      Buffer.concat([Buffer.from(`100644 f${String(at).padStart(7, '0')}\0`), id]);
    const all = Array.from({ length: entries + tooMany }, entry);
    const committed = async (length: number): Promise<string> => {
      await writeFile(file, Buffer.concat(all.slice(0, length)));
      const tree = await mustGit(directory, 'hash-object', '-w', '-t', 'tree', file);
      return mustGit(directory, 'commit-tree', '-m', 'm', tree);
    };
    crowded = await committed(entries);
    await mustGit(directory, 'update-ref', 'refs/heads/main', crowded);
    overfull = await committed(all.length);
    await mustGit(directory, 'update-ref', 'refs/heads/overfull', overfull);

    rival = await newCompany();
    const project = await newProject(rival);
    members = await Promise.all([1, 2, 3].map(() => newMember(rival, project, 'developer')));
    flooded = await newRepository(rival, project);
    await pushed(directory, rival, flooded);

    victim = await newCompany();
    small = await newRepository(victim, await newProject(victim));
    const own = join(await scratch(), 'victim');
    await generateRepository(own, { branches: [], commits: 2 });
    await pushed(own, victim, small);
  });

  it('is told for good where directories are too large to be changed', async () => {
    const draft = { branch: 'overfull', parent: overfull, message: 'm' };
    const most = { maximum: 16 << 20 };
    const refused = async (edits: object) => {
      const { status, body } = await rival.api.post(`${flooded.path}/commits`, { ...draft, ...edits });
      return [status, body.api_errors];
    };
    expect(await refused(large(1))).toEqual([422, { modified: most }]);
    expect(await refused({ deleted: ['f0000001'] })).toEqual([422, { deleted: most }]);
  });

  it('does not stop what others read', async () => {
    const read = `${small.path}/commits/main/tree`;
    await must(victim.api.get(read), 200);
    const until = Date.now() + duration;
    const refused: unknown[] = [];
    const statuses: number[] = [];
    const flood = async (person: Person, edits: (at: number) => object, lane: number): Promise<void> => {
      for (let at = lane * 1_000_000; Date.now() < until; at += 10_000) {
        const draft = { branch: `b${lane}-${at}`, parent: crowded, message: 'm', ...edits(at) };
        const { status, body } = await person.api.post(`${flooded.path}/commits`, draft);
        statuses.push(status);
        if (edits === deep) refused.push(body.api_errors);
      }
    };
    const floods = members.flatMap((person, at) =>
      [deep, wide, large].map((edits, kind) => flood(person, edits, at * 3 + kind)),
    );
    const waits: number[] = [];
    while (Date.now() < until) {
      const began = performance.now();
      const { status } = await victim.api.get(read);
      expect(status).toBe(200);
      waits.push(performance.now() - began);
    }
    await Promise.all(floods);
    expect(Math.max(...waits)).toBeLessThan(patience);
    expect(waits.length).toBeGreaterThan(20);
    expect(statuses.filter((status) => ![201, 422, 503].includes(status))).toEqual([]);
    expect(refused).toEqual(refused.map(() => ({ modified: { maximum: 100_000 } })));
  });
});
