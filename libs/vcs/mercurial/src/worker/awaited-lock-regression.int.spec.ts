import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

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
os.unlink(path)
print(said, body, end='')
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
