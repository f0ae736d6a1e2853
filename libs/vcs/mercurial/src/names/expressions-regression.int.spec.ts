import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

/** Prints which of the names are expressions where there are `stable`, `v1.0` and `R`. */
const telling = String.raw`
import json, sys
sys.path.insert(0, sys.argv[1])
import hf_expressions

is_known = hf_expressions.among({'stable'}, {'v1.0', 'R'})
print(json.dumps([hf_expressions.is_expression(name, is_known) for name in json.loads(sys.argv[2])]))
`;

// Clients read a text as a name first. A developer made a tag `stable^`, and `hg update "stable^"` of everybody went
// there.
describeMercurial('a name that clients read as an expression', () => {
  const world = sharedWorld();
  const { saying } = writtenTags(world);

  const begun = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    return { url, directory, work, first };
  };
  const tagged = (work: string, commit: string, name: string) => saying(work, `${commit} ${name}\n`);

  it('is told from others', async () => {
    const { work } = await begun();
    const told = async (...names: string[]): Promise<unknown> =>
      JSON.parse(
        (await world.python(work, ['-c', telling, join(world.root, 'state/program'), JSON.stringify(names)]))
          .output,
      );
    const some = [
      ...[
        'stable^',
        'stable^2',
        'stable~1',
        'v2.0^',
        'tip~1',
        '.^',
        'ö^',
        '"stable"^',
        'x-y^',
        '(x)^^~3',
        'stable or y^',
      ],
      ...[
        'max(tagged())',
        'all()',
        'branch(default)',
        'last (tag())',
        'not stable',
        'stable or v1.0',
        'stable&R',
      ],
      ...[
        "'v9'",
        '"stable"',
        "r'stable'",
        '"sta"##"ble"',
        'stable+v1.0',
        'tip+.',
        'stable#g[1]',
        'v9#generations',
      ],
      ...['v1.0..stable', '..tip', '(stable)', `${'('.repeat(120)}stable${')'.repeat(120)}`],
    ];
    const others = [
      ...[
        '1.0~rc1',
        '1.0-1~bpo10+1',
        '1.0+5',
        '5.0~beta.2',
        'release (2019)',
        'fix(api)',
        'R&D',
        'Rock and Roll',
      ],
      ...[
        'all',
        'all(',
        'x^',
        'stable^()',
        'stable~()',
        'a b',
        '50%',
        'wow!',
        'feature/x#2',
        'foo-bar',
        'v1...v2',
        'v1.0-stable',
        "it's",
        'say "x"',
        'c++',
        'c#',
        'stable',
        '^',
      ],
    ];
    expect(await told(...some)).toEqual(some.map(() => true));
    expect(await told(...others)).toEqual(others.map((name) => name === 'x^'));
  });

  it('is that of no tag or bookmark that is pushed', async () => {
    const { url, work, first } = await begun();
    const refused = (name: string) => ({
      code: 255,
      output: expect.stringContaining(
        `${name}: a name cannot be one that clients take for changesets`,
      ) as string,
    });
    await tagged(work, first, 'default^');
    expect(await world.hg(work, 'push', url)).toMatchObject(refused('default^'));
    await tagged(work, first, 'default~rc1');
    await world.must(work, 'bookmark', '-r', '.', 'all()');
    expect(await world.hg(work, 'push', '-B', 'all()', url)).toMatchObject(refused('all()'));
    await world.must(work, 'push', url);
  });

  it('is that of no branch that the API makes, and comes with what is pushed first', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await tagged(work, first, 'default^');
    await world.must(work, 'push', url);
    const { branches } = world.kind.open(directory);
    const made = (id: string) =>
      branches.create(
        { id, commit: first, actor: { name: 'A', email: 'a@example.org' } },
        { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 },
      );
    await expect(made('default~1')).rejects.toMatchObject({ code: 'name_in_use' });
    await made('default~rc1');
  });

  // Names of a hundred parts each took 28,000 times as long as one, with the repository locked.
  it('is not looked for where that takes too long', async () => {
    const { url, work, first } = await begun();
    const names = Array.from({ length: 1_500 }, (_, at) => `${'q+'.repeat(100)}${at}`);
    await saying(work, names.map((name) => `${first} ${name}\n`).join(''));
    const { code, output } = await world.hg(work, 'push', url);
    expect(code).toBe(255);
    expect(output).toContain('have too many spaces and signs such as + together');
    await world.must(work, 'rollback', '-q', '--config', 'ui.rollback=true');
    await saying(
      work,
      names
        .slice(0, 900)
        .map((name) => `${first} ${name}\n`)
        .join(''),
    );
    expect(await world.hg(work, 'push', url)).toMatchObject({ code: 0 });
  });
});
