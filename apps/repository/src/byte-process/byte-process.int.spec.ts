import { join } from 'node:path';
import { ByteProcessWorld } from './byte-process.fixture.js';

describe('the byte process', () => {
  let world: ByteProcessWorld;

  beforeAll(async () => {
    world = await ByteProcessWorld.start();
  });
  beforeEach(() => world.yes());
  afterAll(() => world.stop());

  it('carries clones and pushes, and reports each push with what became of its refs', async () => {
    const { url, directory, work, name } = await world.seeded();
    const next = await world.commit(work);
    expect((await world.git(['push', '-q', url, 'main', 'main:topic'], work)).code).toBe(0);
    expect(await world.branchesOf(directory)).toEqual({ main: next, topic: next });
    const told = { repository: name, accepted: true, changed: true, principal: { account: 7 } };
    expect(world.reports.at(-1)).toMatchObject(told);
    expect((await world.git(['clone', '-q', url, join(world.root, 'clone')])).code).toBe(0);
  });

  it('asks the main process before a push lands, which may ask back whether it is forced', async () => {
    const { url, directory, work, tip } = await world.seeded();
    const next = await world.commit(work);
    await world.git(['push', '-q', url, 'main'], work);
    const asked: string[][] = [];
    world.decide = async (push) => {
      const forced = await push.forced(push.updates.map(({ ref }) => ref));
      asked.push([...forced]);
      const reasons = push.updates
        .filter(({ ref }) => forced.has(ref))
        .map(({ ref, name }) => ({ ref, name, rule: 'protected_force' as const, reason: 'not by force' }));
      return reasons.length > 0 ? { accepted: false, reasons } : { accepted: true };
    };
    const refused = await world.git(['push', url, `+${tip}:refs/heads/main`], work);
    expect(refused.stderr).toContain('remote: main: not by force');
    expect(await world.branchesOf(directory)).toEqual({ main: next });
    await world.commit(work);
    expect((await world.git(['push', '-q', url, 'main'], work)).code).toBe(0);
    expect(asked).toEqual([['refs/heads/main'], []]);
  });

  it('refuses a push that the main process fails to decide about', async () => {
    const { url, work } = await world.seeded();
    world.decide = () => Promise.reject(new Error('the roles are not known'));
    const refused = await world.git(['push', url, 'main:x'], work);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('remote: the server could not decide about this push, try again');
  });

  it('answers 421 without a body to everything without a good ticket', async () => {
    const { directory } = await world.seeded();
    const grant = {
      kind: 'git',
      service: 'upload-pack',
      exchange: { method: 'GET', path: '/advertise', headers: {} },
      directory,
      repository: 'u',
      principal: null,
      owner: { company: 'c', account: 'a' },
    };
    const { address, ticket } = await world.bytes.open(grant);
    const ask = async (path: string, init: RequestInit) => {
      const answer = await fetch(address + path, init);
      return [answer.status, await answer.text()];
    };
    const other = '0'.repeat(32);
    expect(await ask('/advertise', {})).toEqual([421, '']);
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': other } })).toEqual([421, '']);
    expect(await ask('/', {})).toEqual([421, '']);
    expect((await ask('/advertise', { headers: { 'x-hf-ticket': ticket } }))[0]).toBe(200);
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': ticket } })).toEqual([421, '']);
    const push = await world.bytes.open({
      ...grant,
      service: 'receive-pack',
      exchange: { method: 'POST', path: '/rpc', headers: {} },
    });
    expect(await ask('/advertise', { headers: { 'x-hf-ticket': push.ticket } })).toEqual([421, '']);
  });

  it('answers reads that follow one for which a permit was given, each once, and counts them', async () => {
    const { directory } = await world.seeded();
    const grant = {
      kind: 'git',
      service: 'upload-pack',
      exchange: { method: 'GET', path: '/advertise', headers: {} },
      directory,
      repository: 'u',
      principal: null,
      owner: { company: 'c', account: 'a' },
    };
    const opened = await world.bytes.open(grant, true);
    expect(await Promise.all([0, 1, 2].map((number) => world.permitted(opened, number)))).toEqual([
      ...[200, 200, 200],
    ]);
    expect(await world.permitted(opened, 1)).toBe(421);
    expect(await world.bytes.occupants('u')).toEqual({ reads: 0, writes: 0 });
    expect(await world.bytes.open(grant)).not.toHaveProperty('permit');
  });

  it('creates and deletes branches, and tells refusals apart', async () => {
    const { directory, tip } = await world.seeded();
    const branches = world.kind.open(directory).branches;
    const actor = { name: 'A', email: 'a@example.org' };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await branches?.create({ id: 'made', commit: tip, actor }, reading);
    expect(await world.branchesOf(directory)).toEqual({ main: tip, made: tip });
    await expect(branches?.create({ id: 'made', commit: tip, actor }, reading)).rejects.toMatchObject({
      code: 'name_in_use',
    });
    await expect(branches?.create({ id: 'x', commit: '1'.repeat(40), actor }, reading)).rejects.toMatchObject(
      {
        code: 'not_a_commit',
      },
    );
    await branches?.delete({ id: 'made', expected: tip, actor }, reading);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('has commits signed by the main process, which holds the key', async () => {
    const { directory, tip } = await world.seeded();
    const actor = { id: 'ada', name: 'Ådå', email: 'ada@example.com' };
    const draft = { parent: tip, message: 'Ünsigned', author: actor, committer: actor };
    const edits = { modified: [{ path: 'a', content: 'x', encoding: 'utf-8' as const }], deleted: [] };
    const { commits, log } = world.kind.open(directory);
    const owner = { company: 'c', account: 'a' };
    const reading = { owner, deadline: Date.now() + 600_000 };
    const made = await commits?.prepare(
      { ...draft, ...edits, signing: { word: 'draft 7', account: 'c a' } },
      reading,
    );
    if (!made || 'problems' in made) throw new Error('no commit');
    await made.publish({ id: 'signed', expected: undefined });
    const [shown] = (await log?.commits([made.id], reading)) ?? [];
    expect(shown?.signature?.text).toBe('-----BEGIN X-----\ndraft 7');
    const signed = Buffer.from(shown?.signature?.signed ?? '', 'latin1').toString();
    expect(shown?.signature?.account).toBe('c a');
    expect(world.signed.at(-1)).toBe(signed);
    expect(signed).toMatch(
      /^tree \w+\nparent \w+\nauthor Ådå .*\ncommitter Ådå .*\nholdfast-account c a\n\nÜnsigned\n$/,
    );
  });

  it('reports its health', async () => {
    expect(await world.bytes.health()).toMatchObject({ ready: true, engines: { git: { ready: true } } });
  });
});
