import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** A request that walks without an end in Mercurial's own code, and is told to stop. */
const walking = String.raw`
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import hf_base, hf_running
from mercurial import util

class Endless:
    read = open('/dev/zero', 'rb').read

def walk(env, start_response):
    for _ in util.filechunkiter(Endless()):
        pass
    yield b''

running = hf_running.Running()
how = []

def work():
    try:
        list(running.known(walk)({'HTTP_X_HF_REQUEST': 'walk'}, None))
    except Exception as problem:
        how.append(type(problem).__name__)

thread = threading.Thread(target=work, daemon=True)
thread.start()
while not running.runs('walk', False):
    time.sleep(0.01)
until = time.monotonic() + 60
while running.runs('walk', True) and time.monotonic() < until:
    time.sleep(0.01)
thread.join(10)
print(how, running.runs('walk', False), end='')
`;

/** Two requests that walk without an end, and are told to stop while the first one that was is not over yet. */
const together = String.raw`
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import hf_base, hf_running
from mercurial import util

class Endless:
    read = open('/dev/zero', 'rb').read

gate, ending, told = threading.Event(), threading.Event(), []

def walk(env, start_response):
    try:
        for _ in util.filechunkiter(Endless()):
            pass
    except hf_running.Ended:
        told.append(env['HTTP_X_HF_REQUEST'])
        ending.set()
        gate.wait(60)
        raise
    yield b''

running = hf_running.Running()

def work(name):
    try:
        list(running.known(walk)({'HTTP_X_HF_REQUEST': name}, None))
    except Exception:
        pass

def end(*names, until=lambda: False, seconds=60):
    last = time.monotonic() + seconds
    while any([running.runs(name, True) for name in names]) and not until() and time.monotonic() < last:
        time.sleep(0.01)

threads = [threading.Thread(target=work, args=(name,), daemon=True) for name in ('one', 'two')]
for thread in threads:
    thread.start()
while not (running.runs('one', False) and running.runs('two', False)):
    time.sleep(0.01)
end('one', until=ending.is_set)
end('two', seconds=1)
print(told, end=' ')
gate.set()
end('one', 'two')
print(told, end='')
`;

/** Two requests for a repository: the first is told to stop; when the second begins a third has just come before it. */
const following = String.raw`
import sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_running, hf_wire

class JustTaken(list):
    def __bool__(self):
        return True

site = hf_wire.Wire(hf_base.fresh_ui()).application(sys.argv[2])
try:
    with site._obtainrepo() as left:
        raise hf_running.Ended()
except hf_running.Ended:
    pass
with site._obtainrepo() as second:
    pass
site._repos = JustTaken()
with site._obtainrepo() as third:
    pass
print(second is left, third is second, end='')
`;

describeMercurial('requests of Mercurial that nobody waits for any more', () => {
  const world = new MercurialWorld({ left: 2_000 });
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  it('end where they are, in the midst of a long walk', async () => {
    const program = join(world.root, 'state/program');
    const { output } = await world.python(world.root, ['-c', walking, program]);
    expect(output).toBe("['ClientDisconnected'] False");
  });

  it('end one after the other: a second one would be ended where that does harm', async () => {
    const program = join(world.root, 'state/program');
    const { output } = await world.python(world.root, ['-c', together, program]);
    expect(output).toBe("['one'] ['one', 'two']");
  });

  it('leave nothing that they read to those that follow, of which each has a repository of its own', async () => {
    const { directory } = await world.repository();
    const words = ['-c', following, join(world.root, 'state/program'), directory];
    expect(await world.python(world.root, words)).toEqual({ code: 0, output: 'False False' });
  });

  it('keep their turns until they have ended, at the latest with their process and its locks', async () => {
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a');
    const repositories = await Promise.all([1, 2, 3].map(() => world.repository()));
    for (const { url } of repositories) await world.must(work, 'push', '-q', url);
    const [hung, other, free] = repositories;
    const mark = async ({ url }: { url: string }, signal?: AbortSignal): Promise<string> => {
      const body = `namespace=bookmarks&key=mark&old=&new=${id}`;
      const headers = {
        'content-type': 'application/mercurial-0.1',
        'x-hgargs-post': String(body.length),
      };
      const asked = { method: 'POST', body, headers, ...(signal ? { signal } : {}) };
      const answer = await fetch(`${url}?cmd=pushkey`, asked);
      return answer.text();
    };
    let whenFree: number[] = [];
    const decide: ((answer: { accepted: true }) => void)[] = [];
    world.instead = async ({ directory }) => {
      if (directory === free.directory) {
        whenFree = await world.processes();
        return { accepted: true };
      }
      return new Promise((resolve) => decide.push(resolve));
    };
    // These are all turns that one account has.
    const leaving = new AbortController();
    const left = [hung, other].map((each) => mark(each, leaving.signal).catch(() => 'left'));
    while (decide.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = await world.processes();
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left']);
    expect(await mark(free)).toMatch(/^1/);
    expect(whenFree.filter((pid) => before.includes(pid)).length).toBeLessThan(before.length);
    world.instead = undefined;
    for (const each of decide) each({ accepted: true });
    expect(await mark(hung)).toMatch(/^1/);
  });
});
