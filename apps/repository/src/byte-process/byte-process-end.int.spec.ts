import { spawnSync } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VcsKind } from '@holdfast/vcs-spi';
import { ByteProcessWorld } from './byte-process.fixture.js';

const zero = '0'.repeat(40);

const reading = () => ({ owner: { company: 'acme', account: 'ada' }, deadline: Date.now() + 600_000 });

describe('the byte process at its end', () => {
  let world: ByteProcessWorld;
  let entry: string;

  const options = () => world.bytes['options'] as { entry: string; patience?: number };

  beforeAll(async () => {
    world = await ByteProcessWorld.start();
    ({ entry } = options());
  });
  beforeEach(() => world.yes());
  // What a test that failed has left would let the others fail.
  afterEach(() => {
    options().entry = entry;
    delete options().patience;
    world.bytes.use([world.kind]);
  });
  afterAll(() => world.stop());

  it('is started again when it is killed, in the middle of a push as well, and leaves nothing', async () => {
    const { url, directory, work, tip } = await world.seeded();
    await world.commit(work);
    world.decide = async () => {
      process.kill(await world.pid(), 'SIGKILL');
      await sleep(100);
      return { accepted: true };
    };
    const pushed = await world.git(['push', url, 'main'], work);
    expect(pushed.code).not.toBe(0);
    world.yes();
    await world.isReadyAgain();
    expect(world.log.join()).toContain('SIGKILL');
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
    expect((await world.git(['push', '-q', url, 'main'], work)).code).toBe(0);
    const names = await readdir(directory, { recursive: true });
    expect(names.filter((name) => /tmp_|\.lock$/.test(name))).toEqual([]);
    expect((await world.branchesOf(directory)).main).not.toBe(tip);
  });

  // Nothing told that one had ended which could not even begin: it was started no more.
  it('is started again when there was no room for another process', async () => {
    options().entry = '\0'; // no program can be started so
    process.kill(await world.pid(), 'SIGKILL');
    while (!world.log.includes('the byte process is started again')) await sleep(20);
    options().entry = entry;
    await world.isReadyAgain();
    expect(await world.pid()).toBeGreaterThan(0);
  });

  // It was asked by nobody whether its event loop turns: a node whose byte process hung served nothing for ever.
  it('is replaced when it hangs', async () => {
    const options = world.bytes['options'];
    options.silence = { every: 50, most: 20 };
    process.kill(await world.pid(), 'SIGKILL');
    await world.isReadyAgain();
    const hung = await world.pid();
    delete options.silence;
    process.kill(hung, 'SIGSTOP');
    await world.isReadyAgain();
    expect(await world.pid()).not.toBe(hung);
    expect(world.log).toContain('the byte process does not answer; it is replaced');
  });

  it('knows no permit of the one that it replaces', async () => {
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
    const before = await world.bytes.open(grant, true);
    expect(await world.permitted(before, 0)).toBe(200);
    process.kill(await world.pid(), 'SIGKILL');
    await world.isReadyAgain();
    const after = await world.bytes.open(grant, true);
    expect(await world.permitted({ ...before, address: after.address }, 1)).toBe(421);
    expect(await world.permitted(after, 0)).toBe(200);
  });

  it('begins no write for a decision that comes after the byte process has gone', async () => {
    const { url, directory, work } = await world.seeded();
    const began: string[] = [];
    const watched: VcsKind = Object.create(world.kind, {
      open: { value: (path: string) => (began.push(path), world.kind.open(path)) },
    }) as VcsKind;
    world.bytes.use([watched]);
    await world.commit(work);
    world.decide = async () => {
      const child = world.bytes['child'];
      process.kill(await world.pid(), 'SIGKILL');
      while (child?.connected) await sleep(10);
      return { accepted: true };
    };
    expect((await world.git(['push', url, 'main'], work)).code).not.toBe(0);
    await sleep(200);
    expect(began).not.toContain(directory);
    await world.isReadyAgain();
  });

  // Each push that it had let write was settled two seconds later, by refs that its writer could still change: one that
  // hung is killed, and on a busy machine the next one, which ends what it left, begins later than that.
  it('loses the writers that it leaves only when the next one has ended them', async () => {
    const { url, work } = await world.seeded();
    const heard: string[] = [];
    const watched: VcsKind = Object.create(world.kind, {
      open: {
        value: (path: string) =>
          Object.create(world.kind.open(path), {
            foreignWrite: {
              value: () => {
                heard.push('begins');
                return { end: () => heard.push('ends'), lost: () => heard.push('is lost') };
              },
            },
          }) as object,
      },
    }) as VcsKind;
    world.bytes.use([watched]);
    await world.commit(work);
    const pid = await world.pid();
    world.decide = () => {
      options().entry = '\0'; // no program can be started so
      process.kill(pid, 'SIGSTOP');
      setTimeout(() => process.kill(pid, 'SIGKILL'), 100);
      return Promise.resolve({ accepted: true });
    };
    const logged = world.log.length;
    expect((await world.git(['push', url, 'main'], work)).code).not.toBe(0);
    while (!world.log.includes('the byte process is started again', logged)) await sleep(20);
    expect(heard).toEqual(['begins']);
    options().entry = entry;
    await world.isReadyAgain();
    expect(heard).toEqual(['begins', 'is lost']);
  });

  it('leaves nothing running that a call had begun which was cut off, once that call is over', async () => {
    // On a busy machine the next one takes longer than is waited for it.
    options().patience = 120_000;
    const { directory, tip } = await world.seeded();
    const mark = { PATH: '/usr/bin:/bin', HOLDFAST_ENGINE: join(world.root, 'state/git') };
    spawnSync('setsid', ['--fork', 'sleep', '600'], { env: mark, stdio: 'ignore' });
    // It is a copy of `setsid` for a moment.
    while (!(await world.children()).includes('sleep 600 ')) await sleep(10);
    const pid = await world.pid();
    process.kill(pid, 'SIGSTOP');
    const cut = world.kind.open(directory).resolve(tip, reading());
    cut.catch(() => undefined);
    await sleep(50);
    process.kill(pid, 'SIGKILL');
    await expect(cut).rejects.toMatchObject({ code: 'unavailable' });
    expect(await world.children()).not.toContain('sleep 600 ');
  });

  it('still opens at its end what it has let in, once', async () => {
    const own = await ByteProcessWorld.start();
    const { directory } = await own.seeded();
    const exchange = { method: 'GET', path: '/advertise', headers: {} };
    const grant = { kind: 'git', service: 'upload-pack', exchange, directory };
    const who = { repository: 'u', principal: null, owner: { company: 'c', account: 'a' } };
    const { address, ticket } = await own.bytes.open({ ...grant, ...who });
    const ended = own.bytes.stop(3_000);
    await sleep(300);
    const ask = async (): Promise<number> =>
      (await fetch(`${address}${exchange.path}`, { headers: { 'x-hf-ticket': ticket } })).status;
    expect(await ask()).toBe(200);
    await ended;
    await expect(ask()).rejects.toThrow();
    await own.stop();
  });

  it('ends with all its children when the service that forked it is gone', async () => {
    const { directory, tip } = await world.seeded();
    await world.kind.open(directory).resolve(tip, reading());
    expect((await world.children()).length).toBeGreaterThan(0);
    const pid = await world.pid();
    await world.bytes.stop(100);
    await expect(access(`/proc/${pid}`)).rejects.toBeDefined();
    expect(await world.children()).toEqual([]);
    await expect(world.kind.open(directory).resolve(zero, reading())).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
