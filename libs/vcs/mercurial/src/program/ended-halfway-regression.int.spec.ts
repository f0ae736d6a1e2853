import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** A request in a thread, and how it is told to end. */
const asked = String.raw`
import os, sys, threading, time
sys.path.insert(0, sys.argv[1])
import hf_base, hf_running, hf_turns
from mercurial import hg, lock, streamclone, util, vfs

running, how = hf_running.Running(), []

def begin(work, serve=list):
    def run():
        try:
            serve(running.known(work)({'HTTP_X_HF_REQUEST': 'it'}, None))
        except BaseException as problem:
            how.append(type(problem).__name__)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    wait_for(lambda: running.runs('it', False))
    return thread

def wait_for(that, seconds=20):
    until = time.monotonic() + seconds
    while not that() and time.monotonic() < until:
        time.sleep(0.01)

def end(thread):
    wait_for(lambda: not running.runs('it', True))
    thread.join(10)
`;

/** The request is where it may be ended when it is looked at, and where it may not when it is told. */
const goingOn = String.raw`
moment, place = sys.argv[2], os.fsencode(sys.argv[3])
out, into = os.pipe()
there, go_on, frames = threading.Event(), threading.Event(), sys._current_frames

def walk():
    for _ in util.filechunkiter(open(out, 'rb', buffering=0, closefd=False)):
        pass

def work(env, start_response):
    if moment == 'symlink':
        walk()
    with lock.lock(vfs.vfs(place), b'lock', timeout=0):
        if moment == 'unlink':
            walk()
    yield b'done'

def made(*words, act=os.symlink):
    act(*words)
    there.set()
    go_on.wait(10)

def removed(*words, act=util.unlink):
    there.set()
    go_on.wait(10)
    act(*words)

def looked():
    found = frames()
    os.close(into)
    there.wait(1)
    return found

if moment == 'symlink':
    os.symlink = made
else:
    util.unlink = removed
thread = begin(work)
wait_for(lambda: frames()[thread.ident].f_code.co_name == 'filechunkiter')
sys._current_frames = looked
running.runs('it', True)
sys._current_frames = frames
try:
    os.close(into)
except OSError:
    pass
go_on.set()
end(thread)
print(how, os.path.lexists(os.path.join(place, b'lock')), end='')
`;

/** A stream clone whose list of files has no end. */
const scanning = String.raw`
import itertools
repo = hg.repository(hf_base.fresh_ui(), os.fsencode(sys.argv[2]))
place = os.path.join(sys.argv[2], '.hg/store/lock')
entries = list(repo.store.walk())
repo.store.walk = lambda *_, **__: itertools.cycle(entries)

def work(env, start_response):
    yield from streamclone.generatev1wireproto(repo)

thread = begin(work)
wait_for(lambda: os.path.lexists(place))
held = os.path.lexists(place)
end(thread)
print(how, held, os.path.lexists(place), end='')
`;

/** Between two pieces, when the server has it, and while one is written. */
const sending = String.raw`
hf_running.may_end = lambda frame: True
told, harmed = threading.Event(), []

def busy():
    try:
        until = time.monotonic() + 5
        while not told.is_set() and time.monotonic() < until:
            pass
        for _ in range(10000):
            len('')
    except BaseException as problem:
        harmed.append(type(problem).__name__)
        raise

def serve(pieces):
    for _ in pieces:
        busy()

def work(env, start_response):
    if sys.argv[2] == 'write':
        start_response()(b'')
    while True:
        yield b''

known = running.known
running.known = lambda work: lambda env, _: known(work)(env, lambda: lambda _: busy())
thread = begin(work, serve)
time.sleep(0.1)
running.runs('it', True)
told.set()
end(thread)
print(how, harmed, end='')
`;

/** It waits for its turn, is told to end, and gets the turn. */
const turning = String.raw`
hf_running.may_end = lambda frame: True

def work(env, start_response):
    with hf_turns.alone(True):
        yield b''

hf_turns.turns.take()
thread = begin(work)
wait_for(lambda: hf_turns.turns.waiting)
running.runs('it', True)
hf_turns.turns.leave()
end(thread)
print(how, hf_turns.turns.busy, end='')
`;

/** A request that leaves a lock, by whatever mistake. */
const leaving = String.raw`
left, go_on = [], threading.Event()

def work(env, start_response):
    go_on.wait(10)
    left.append(lock.lock(vfs.vfs(os.fsencode(sys.argv[2])), b'lock', timeout=0))
    yield b''

thread = begin(work)
go_on.set()
thread.join(10)
print(how, os.path.lexists(os.path.join(sys.argv[2], 'lock')), end='')
`;

// Between the look at what a request was at and the word to it, it went on: into the removal of the lock of a
// repository, which stayed for good. Fifteen seconds of aborted stream clones were enough, and nobody could push.
describeMercurial('a request that is ended', () => {
  const world = sharedWorld();
  const run = async (text: string, ...words: string[]): Promise<string> => {
    const program = join(world.root, 'state/program');
    const { output } = await world.python(world.root, ['-c', asked + text, program, ...words]);
    return output;
  };

  it.each(['symlink', 'unlink'])('leaves no lock where it goes on into its %s meanwhile', async (moment) => {
    expect(await run(goingOn, moment, world.root)).toBe("['ClientDisconnected'] False");
  });

  it('ends while it lists the files of a repository that it has locked', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    expect(await run(scanning, directory)).toBe("['ClientDisconnected'] True False");
  });

  it.each(['between', 'write'])('does not disturb the server that sends its answer (%s)', async (moment) => {
    expect(await run(sending, moment)).toBe("['ClientDisconnected'] []");
  });

  it('gives back the turn that it got', async () => {
    expect(await run(turning)).toBe("['ClientDisconnected'] False");
  });

  it('gives back at its end whatever it has left', async () => {
    expect(await run(leaving, world.root)).toBe('[] Falsea request has left the lock of a repository');
  });
});
