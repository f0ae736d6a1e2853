import type { RefRefusal, RefUpdate } from '@holdfast/vcs-spi';
import { inParts } from './in-parts.js';
import { PushParts } from './push-parts.js';

const many = (count: number): RefUpdate[] =>
  Array.from({ length: count }, (_, at) => ({ ref: `refs/heads/${at}`, sort: 'branch', name: String(at) }));
const question = (updates: RefUpdate[]) => ({
  ...{ id: 'p', kind: 'git', directory: '/d', repository: 'r', principal: {}, options: [], deadline: 0 },
  updates,
});

describe('what crosses in parts', () => {
  it('is small in each part, whole in all, and has a part even of nothing', () => {
    const parts = [...inParts(many(5000))];
    expect(parts.flat()).toEqual(many(5000));
    expect(parts.length).toBeGreaterThan(5);
    expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThan(128 << 10);
    expect([...inParts([])]).toEqual([[]]);
    const long = { ref: 'x'.repeat(100_000), name: '' };
    expect([...inParts([long, long])]).toEqual([[long], [long]]);
  });

  it('is a question once its last updates have come, and forgotten then', () => {
    const parts = new PushParts();
    const updates = many(9);
    parts.add('p', updates.slice(0, 3));
    parts.add('p', updates.slice(3, 6));
    expect(parts.whole(question(updates.slice(6))).updates).toEqual(updates);
    expect(parts.whole(question(updates.slice(6))).updates).toEqual(updates.slice(6));
  });

  it('is the reasons of a refusal, until the push is over', () => {
    const parts = new PushParts();
    const reasons = many(5000).map(({ ref, name }): RefRefusal => ({
      ref,
      name,
      rule: 'exists',
      reason: 'it is there',
    }));
    const told: RefRefusal[] = [];
    parts.whole(question([]));
    const first = parts.begin('p', { accepted: false, reasons });
    for (let part = first.accepted ? [] : first.reasons; part.length > 0; part = parts.next('p'))
      told.push(...part);
    expect(told).toEqual(reasons);
    parts.begin('p', { accepted: false, reasons });
    parts.end('p');
    expect(parts.next('p')).toEqual([]);
    expect(parts.begin('p', { accepted: false, reasons: [] })).toEqual({ accepted: false, reasons: [] });
    expect(parts.begin('p', { accepted: true })).toEqual({ accepted: true });
  });

  it('is nothing of a push that was given up in between', () => {
    const parts = new PushParts();
    parts.add('p', many(3));
    parts.end('p');
    parts.add('q', many(3));
    parts.clear();
    expect(parts.whole(question([])).updates).toEqual([]);
  });
});
