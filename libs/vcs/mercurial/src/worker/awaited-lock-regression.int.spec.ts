import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** Pushes a bookmark to a repository; what is answered is in `said` and `body`. */
const pushing = String.raw`
env = {
    'HTTP_X_HF_DIRECTORY': repository,
    'HTTP_X_HF_WRITE': '1',
    'REQUEST_METHOD': 'POST',
    'QUERY_STRING': 'cmd=pushkey&namespace=bookmarks&key=one&old=&new=' + head,
    'CONTENT_LENGTH': '0',
    'wsgi.input': io.BytesIO(),
    'wsgi.errors': sys.stderr,
    'wsgi.url_scheme': 'http',
}
said = []
body = b''.join(hf_wire.Wire(base)(env, lambda status, headers, *_: said.append(status)))
`;

/** Answers a push of a bookmark while the repository is locked; prints the answer and what was said meanwhile. */
const waiting = String.raw`
import io, os, sys
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base, hf_tidy, hf_wire
from mercurial import lock as lockmod
state, repository, head = sys.argv[2:]
hf_tidy.mark(state)
hf_allowed.allow()
base = hf_base.fresh_ui((b'ui', b'timeout', b'1'))
path = os.path.join(repository, '.hg', 'wlock')
os.symlink('%s:%d' % (os.fsdecode(lockmod._getlockprefix()), os.getpid()), path)
${pushing}os.unlink(path)
print(said, body, end='')
`;

/** Answers a push of a bookmark that waits for somebody who is killed in a transaction; prints the answer. */
const outliving = String.raw`
import io, os, subprocess, sys, threading
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base, hf_refs, hf_tidy, hf_wire
state, repository, head = sys.argv[2:5]
hf_tidy.mark(state)
hf_allowed.allow()
base = hf_base.fresh_ui((b'ui', b'timeout', b'30'))
if len(sys.argv) == 6:
    repo = hf_base.opened(base, repository).unfiltered()
    with repo.wlock(), repo.lock(), repo.transaction(b'killed'):
        hf_refs.write(repo, {'by': {'name': 'Ann', 'email': 'ann'}, 'at': 1}, (repo[b'tip'].node(), repo.nullid), {}, 'half')
        print('there', flush=True)
        sys.stdin.read()
killed = subprocess.Popen([*sys.orig_argv, 'killed'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
killed.stdout.readline()
threading.Timer(1, lambda: (killed.kill(), killed.wait())).start()
${pushing}print(said, body[:1], os.path.lexists(os.path.join(repository, '.hg/store/journal')), end='')
`;

/** Makes and closes a branch while the repository is locked; prints why that is refused. */
const changing = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_refs, hf_tidy
from mercurial import lock as lockmod
state, repository, head = sys.argv[2:]
hf_tidy.mark(state)
repo = hf_base.opened(hf_base.fresh_ui((b'ui', b'timeout', b'1')), repository)
path = os.path.join(repository, '.hg', 'store', 'lock')
os.symlink('%s:%d' % (os.fsdecode(lockmod._getlockprefix()), os.getpid()), path)
asked = {'branch': 'x', 'commit': head, 'by': {'name': 'Ann', 'email': 'ann'}, 'at': 1}
for change in (hf_refs.make_branch, hf_refs.close_branch):
    try:
        change(repo, asked)
    except hf_refs.Refused as refused:
        print(refused.code, end=' ')
os.unlink(path)
`;

// It was told that its request could not be read, and before that the directory of the repository on the server.
describeMercurial('a push that waits for the lock of a repository until its time is over', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it('is told that others write, and no path of the server', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const head = await world.commit(work, 'one', 'one\n');
    await world.must(work, 'push', '-q', url);
    const state = join(world.root, 'state');
    const words = ['-c', waiting, join(state, 'program'), state, directory, head];
    const busy = '503 others are writing to this repository, try again';
    expect(await world.python(world.root, words)).toEqual({
      code: 0,
      output: `['${busy}'] b'${busy.slice(4)}\\n'`,
    });
  });
});

// Who waited got the lock of the dead one and met its transaction: "could not read the request".
describeMercurial('a push that waits for the lock of one that is killed', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it('is taken, and what was half written is not there', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const head = await world.commit(work, 'one', 'one\n');
    await world.must(work, 'push', '-q', url);
    const state = join(world.root, 'state');
    const words = ['-c', outliving, join(state, 'program'), state, directory, head];
    const { output } = await world.python(world.root, words);
    expect(output).toContain("['200 Script output follows'] b'1' False");
    expect(await world.must(work, 'incoming', '-B', url)).toContain(
      `one                       ${head.slice(0, 12)}`,
    );
    expect(await world.must(directory, 'verify')).toContain('checked 1 changesets');
  });
});

// Whoever changes a branch has its ref meanwhile, for which a push may wait that has the lock.
describeMercurial('a change of a branch that waits for the lock of a repository', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it('is told that somebody else writes, and that nothing was written', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const head = await world.commit(work, 'one', 'one\n');
    await world.must(work, 'push', '-q', url);
    const state = join(world.root, 'state');
    const words = ['-c', changing, join(state, 'program'), state, directory, head];
    expect(await world.python(world.root, words)).toEqual({ code: 0, output: 'occupied occupied' });
  });
});
