import { allOperations, allRelations, batchLimit, projectOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { RateLimits } from './rate-limits.js';
import { mostWeighed, weightOf, weights } from './request-weight.rules.js';

const principal = (account: string): Principal =>
  ({ company: { uuid: 'acme' }, account: { uuid: account } }) as Principal;

// One query of 30,000 commas, or a hundred batches at once, put the bucket of a whole company into debt for minutes.
describe('what one account asks for', () => {
  let now = 1_000_000;
  const limits = () =>
    new RateLimits(
      { account: { perSecond: 50, burst: 100 }, company: { perSecond: 200, burst: 400 } },
      () => now,
    );

  it('weighs no more than a query that names all there is', () => {
    const { list } = projectOperations;
    const most = 1 + weights.include * mostWeighed;
    expect(weightOf(list, `include=${','.repeat(30_000)}`)).toBe(most);
    expect(weightOf(list, 'include=a&'.repeat(2_000))).toBe(most);
    expect(weightOf(list, `count=${','.repeat(100)}&list=${','.repeat(100)}&expand=${','.repeat(100)}`)).toBe(
      1 + 3 * weights.related * mostWeighed,
    );
    for (const { object, includes = [] } of allOperations) {
      expect(allRelations.children(object).size + includes.length).toBeLessThanOrEqual(mostWeighed);
      expect(allRelations.references(object).size).toBeLessThanOrEqual(mostWeighed);
    }
  });

  it('keeps a colleague out for a second at most, however many batches come at once', () => {
    const rates = limits();
    const [ann, amy] = [principal('ann'), principal('amy')];
    for (let batch = 0; batch < 100; batch += 1) expect(rates.charge(ann, 1)?.retryAfter).toBeUndefined();
    const refused = Array.from({ length: 100 }, () => rates.owe(ann, batchLimit - 1)).filter(
      (wait) => wait !== undefined,
    );
    expect(refused).toHaveLength(99);
    expect(Math.max(...refused)).toBe(2);
    now += 1_000;
    expect(rates.charge(amy, 1)?.retryAfter).toBeUndefined();
  });

  it('is taken from a company as long as that owes nothing', () => {
    const rates = limits();
    const people = Array.from({ length: 10 }, (_, n) => principal(`p${n}`));
    for (const each of people) rates.charge(each, 1);
    const taken = people.filter((each) => rates.owe(each, batchLimit - 1) === undefined);
    expect(taken).toHaveLength(4);
    expect(rates.owe(people[9], 0)).toBeUndefined();
    now += 1_000;
    expect(rates.charge(principal('late'), 1)?.retryAfter).toBeUndefined();
  });
});
