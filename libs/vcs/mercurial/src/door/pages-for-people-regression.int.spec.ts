import { get } from 'node:http';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Asks the engine's Python program, with what stands behind the first question mark of an address. */
const asking = String.raw`
import io, json, os, sys
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base, hf_tidy, hf_wire
state, repository, *queries = sys.argv[2:]
hf_tidy.mark(state)
hf_allowed.allow()
wire = hf_wire.Wire(hf_base.fresh_ui())
said = []
for query in queries:
    env = {
        'HTTP_X_HF_DIRECTORY': repository,
        'REQUEST_METHOD': 'GET',
        'QUERY_STRING': query,
        'wsgi.input': io.BytesIO(),
        'wsgi.errors': sys.stderr,
        'wsgi.url_scheme': 'http',
    }
    b''.join(wire(env, lambda status, headers, *_: said.append(status[:3])))
print(json.dumps(said))
`;

// Readers got hgweb's pages as data, where Mercurial found another command in a query than the door, or none: with
// revsets that readers wrote, in processes that serve all, and the directory of the repository.
describeMercurial('a query that Mercurial reads otherwise than the door', () => {
  const world = sharedWorld();

  /** As it is: fetch leaves out what stands behind a #. */
  const statusOf = (url: string, query: string): Promise<number> => {
    const { hostname, port, pathname } = new URL(url);
    return new Promise((resolve, reject) => {
      get({ hostname, port, path: `${pathname}?${query}` }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      }).on('error', reject);
    });
  };

  it('is refused by both', async () => {
    const { reading, url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'one', 'one\n');
    await world.must(work, 'push', '-q', url);
    const odd = [
      '?cmd=heads&style=json&rev=desc(a)|desc(b)',
      '?cmd=heads&style=atom',
      'style=json#&cmd=heads',
      'style=json',
      'cmd=log&style=json',
      'cmd=heads&cmd=log&style=json',
      '',
    ];
    const [asDoor, asMercurial] = [[404, 404, 404, 404, 404, 404, 404], odd.map(() => '400')];
    expect(await Promise.all(odd.map((query) => statusOf(reading, query)))).toEqual(asDoor);
    const plain = ['cmd=heads', 'c%6dd=heads', '%ff=&cmd=heads', 'pairs=1&cmd=listkeys&namespace=phases'];
    for (const query of plain) expect([query, await statusOf(reading, query)]).toEqual([query, 200]);
    const state = join(world.root, 'state');
    // Its server keeps what stands behind a # to itself.
    const known = odd.map((query) => query.replace(/#.*/, ''));
    const words = ['-c', asking, join(state, 'program'), state, directory, ...known, ...plain];
    const { output } = await world.python(world.root, words);
    expect(JSON.parse(output.split('\n')[0])).toEqual([...asMercurial, ...plain.map(() => '200')]);
  });
});
