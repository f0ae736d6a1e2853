import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** Says of made up claims where a tag is besides, and compares it with what Mercurial makes of them in each order. */
const trying = String.raw`
import collections, itertools, random, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_orders, hf_tags

def ends(claims):
    found = set()
    for order in itertools.permutations(claims):
        known = {}
        for node, former in order:
            hf_tags.add_tags({'tag': (node, list(former))}, known)
        found.add(known['tag'][0])
    return found

made, wrong, clear = random.Random(1), 0, 0
for _ in range(1500):
    claims = [
        (made.choice('ABC0'), tuple(made.choice('ABC0') for _ in range(made.randint(0, made.choice((1, 2, 3, 6))))))
        for _ in range(made.randint(2, 5))
    ]
    now = made.choice(claims)[0]
    here = ends(claims)
    said = hf_orders.Trial().otherwise(collections.Counter(claims), now)
    wrong += said != here - {now}
    clear += not said and len({node for node, _ in claims}) > 1
print(wrong, clear > 100, end='')
`;

/** Prints how many times as long the judgement of four times as many claims takes. */
const timing = String.raw`
import collections, sys, time
sys.path.insert(0, sys.argv[1])
import hf_base, hf_orders

def took(count):
    claims = collections.Counter()
    every = tuple(range(count))
    for at in range(count):
        node = 'now' if at % 2 else at
        claims[node, (*every, *range(1_000 + at * 100, 1_000 + at * 100 + 100))] += 1
    # Longer than what is left of any: none is found that wins.
    claims[0, ('now', *range(50_000))] += 1
    begun = time.process_time()
    hf_orders.Trial().otherwise(claims, 'now')
    return time.process_time() - begun

took(50)
print(min(took(200) for _ in range(3)) / min(took(50) for _ in range(3)), end='')
`;

/** Says where tags are besides: of one with some work left, of the next one without any, and of what is clear. */
const spent = String.raw`
import collections, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_orders

def said(*texts):
    return trial.otherwise(collections.Counter((each[-1], tuple(each[:-1])) for each in texts), 'C')

trial = hf_orders.Trial()
trial.work_left = 1
first = said('A', 'A', 'AAB', 'AAB', 'AABBCCB', 'AABBCCBBC')
print(first, trial.is_over, said('A', 'AAB', 'AABBC', 'AABBCCB', 'AABBCCBBC'), said('C', 'C'), end='')
`;

describeMercurial('what heads say of a tag', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  const told = async (script: string): Promise<string> => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'file', 'one');
    await world.must(work, 'push', '-q', url);
    return (await world.python(work, ['-c', script, join(world.root, 'state/program')])).output;
  };

  // Judged two by two, claims passed that moved the tag together with a third.
  it('is believed to be nowhere else only where no order of heads has it elsewhere', async () => {
    expect(await told(trying)).toBe('0 True');
  });

  it('is not tried where the tags of a push have been too much work', async () => {
    expect(await told(spent)).toBe('set() True None set()');
  });

  // 300 heads with 160,000 lines had every push of a tag take more than 20 seconds of the processor.
  it('is judged in a time that grows with what is said', async () => {
    expect(Number(await told(timing))).toBeLessThan(6);
  });
});
