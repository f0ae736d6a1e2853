import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Says of made up claims where a tag is besides, and compares it with what Mercurial makes of them in each order. */
const trying = String.raw`
import collections, random, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_orders, hf_tags

def join(claim, known):
    node, former = claim
    tags = {} if known is None else {'tag': (known[0], list(known[1]))}
    hf_tags.add_tags({'tag': (node, list(former))}, tags)
    return tags['tag'][0], tuple(sorted(tags['tag'][1]))

# Each claim comes; those of which there is one copy come once.
def ends(claims):
    seen, coming = set(), {(None, frozenset())}
    while coming:
        seen |= coming
        coming = {
            (join(claim, known), came | {claim})
            for known, came in coming
            for claim, times in claims.items()
            if times > 1 or claim not in came
        } - seen
    return {known[0] for known, came in seen if known and len(came) == len(claims)}

made, wrong, clear, won = random.Random(1), 0, 0, 0
for _ in range(1500):
    claims = collections.Counter()
    for _ in range(made.randint(2, 5)):
        former = tuple(made.choice('ABC0') for _ in range(made.randint(0, made.choice((1, 2, 3, 6)))))
        claims[made.choice('ABC0'), former] = made.randint(1, 2)
    here = ends(claims)
    for now in here:
        wins = hf_orders.wins(claims, now)
        wrong += hf_orders.Trial().otherwise(claims, now) != here - {now} or (wins and len(here) > 1)
        clear += len(here) == 1 and len({node for node, _ in claims}) > 1
        won += wins and len({node for node, _ in claims}) > 1
print(wrong, clear > won > 100, end='')
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
        claims[node, (*every, *range(1_000 + at * 100, 1_000 + at * 100 + 100))] = 1
    # Longer than what is left of any: none is found that wins.
    claims[0, ('now', *range(50_000))] = 1
    begun = time.process_time()
    hf_orders.wins(claims, 'now'), hf_orders.Trial().otherwise(claims, 'now')
    return time.process_time() - begun

took(50)
print(min(took(200) for _ in range(3)) / min(took(50) for _ in range(3)), end='')
`;

/** Says where tags are besides: of one with some work left, and of the next one without any. */
const spent = String.raw`
import collections, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_orders

def said(*texts):
    return trial.otherwise(collections.Counter((each[-1], tuple(each[:-1])) for each in texts), texts[-1][-1])

trial = hf_orders.Trial()
trial.work_left = 1
print(said('AABBA', 'AABBAAB'), trial.is_over, said('A', 'AAB', 'AABBC', 'AABBCCB', 'AABBCCBBC'), end='')
`;

/** Whether a merge that says all of both its sides is taken for less, where many others say more of one place. */
const losing = String.raw`
import collections, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_claims

def said(*texts):
    return {'t': collections.Counter((each[-1], tuple(each[:-1])) for each in texts)}

others = ['PQ' + 'X' * more for more in range(9, 500)]
change = hf_claims.Change.__new__(hf_claims.Change)
change.was, change.stays = {'t': ('X', ())}, lambda name: True
change.known = said('PQXQX', 'PQXPX', *others)
for merged in ('PQXPXQX', 'PQXPX'):
    change.claims = said(merged, *others)
    print(change.is_lost('t'), end=' ')
`;

describeMercurial('what heads say of a tag', () => {
  const world = sharedWorld();

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
    expect(await told(spent)).toBe('set() True None');
  });

  // Closed heads that said more of one place had the merges of two branches be refused.
  it('is kept by a merge of two heads, whatever others say', async () => {
    expect((await told(losing)).trim()).toBe('False True');
  });

  // 300 heads with 160,000 lines had every push of a tag take more than 20 seconds of the processor.
  it('is judged in a time that grows with what is said', async () => {
    expect(Number(await told(timing))).toBeLessThan(6);
  });
});
