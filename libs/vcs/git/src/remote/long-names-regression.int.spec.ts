import { GitWorld, pkt } from '../git-world.fixture.js';
import { advertisement, asksForRefs, HostileRemote } from './hostile-remote.fixture.js';

// git itself. Only the number of what a remote announces was bounded: 49,000 branches with names of 800 characters, of
// two imports at a time, took a gigabyte of the process that serves all transfers.
describe('a remote whose branches have long names', () => {
  const world = GitWorld.ofSuite({ commands: 200 });
  const id = '1'.repeat(40);

  const imported = async (branches: number, length: number): Promise<string> => {
    const { directory } = await world.repository();
    const names = Array.from({ length: branches }, (_, at) => `refs/heads/${at}/${'a'.repeat(length)}`);
    const list = names.map((name) => pkt(`${id} ${name}\n`)).join('');
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const answer = await HostileRemote.during(
      (request, response) => {
        if (!asksForRefs(request)) return void response.writeHead(500).end();
        response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement');
        response.end(advertisement(id).replace(/0000$/, `${list}0000`));
      },
      ({ url }) =>
        world.kind
          .open(directory)
          .remotes.fetch({ url }, { ...work, principal: 'admin', metered: false })
          .then(
            () => 'it worked',
            ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
          ),
    );
    return answer;
  };

  it.each([
    [
      'is refused where they are too long together',
      190,
      8_000,
      'too_large: the names of its branches and tags are too long',
    ],
    ['is refused where they are too many', 201, 10, 'too_large: there are more than 200 branches and tags'],
    [
      'is asked for what they lead to where a push might bring them',
      190,
      5_000,
      'remote: the remote answers with an error',
    ],
  ])('%s', async (_what, branches, length, said) => {
    expect(await imported(branches, length)).toBe(said);
  });
});
