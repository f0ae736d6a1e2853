import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditRecord, RefChange } from '@holdfast/contracts';
import type { Occurrence } from '@holdfast/platform/events';
import type { Intent } from './intent.js';
import { RefEvents } from './ref-events.js';

// A tag whose name has a NUL was deleted: the database refused its record, it was tried once a second for ever, and no
// change of any repository of the node was told any more. One of nine MiB was in every answer to who collects them.
describe('a change of refs that the database does not take', () => {
  const unstorable = Object.assign(new Error('unsupported Unicode escape sequence'), { code: '22P05' });
  const ids = (few: number): string[] =>
    Array.from({ length: few }, (_, at) => at.toString(16).padStart(24, '0'));

  const world = () => {
    const [told, records, kept]: [Occurrence[], AuditRecord[], string[]] = [[], [], []];
    const refused = new Set<string>();
    const store = {
      keep: (all: readonly Occurrence[]): Promise<void> => {
        if (all.some(({ event }) => refused.has(event.id))) return Promise.reject(unstorable);
        told.push(...all);
        return Promise.resolve();
      },
    };
    const outbox = {
      keep: (all: readonly AuditRecord[]): Promise<void> => {
        records.push(...all);
        return Promise.resolve();
      },
    };
    const journal = { kept: (settled: readonly string[]) => void kept.push(...settled) };
    const events = new RefEvents(store as never, journal as never, outbox as never);
    const add = (id: string, update: RefChange): void => {
      const intent: Intent = {
        ...{ id, at: 1, change: id, cause: 'push', company: 'c', project: 'p', updates: [update] },
        repository: { uuid: 'r', id: 'code', type: 'mercurial' },
        pusher: { account: { id: 'ada', uuid: 'a', type: 'user' }, address: '', project: 'demo' },
      };
      events.add(intent);
    };
    return { events, add, told, records, kept, refused };
  };
  const tag = (name: string): RefChange => ({ ref: `refs/tags/${name}`, sort: 'tag', name, old: 'x' });

  it('is left out, and those with it and after it are told', async () => {
    const { events, add, told, kept, refused } = world();
    const all = ids(8);
    refused.add(all[2]);
    for (const id of all.slice(0, 5)) add(id, tag('v1'));
    while (kept.length < 5) await sleep(10);
    for (const id of all.slice(5)) add(id, tag('v2'));
    while (kept.length < 8) await sleep(10);
    expect(kept).toEqual(all);
    expect(told.map(({ event }) => event.id)).toEqual(all.filter((id) => id !== all[2]));
    expect(events.waitsFor('r')).toBe(false);
  });

  it.each([
    ['with a NUL', 'a\0b', 'a\ufffdb'],
    ['of nine MiB', 'n'.repeat(9 << 20), 'n'.repeat(4_096)],
  ])('is none where it is about a name %s, which is told as far as it can be', async (_, name, shown) => {
    const { add, told, records, kept } = world();
    add(ids(1)[0], tag(name));
    while (kept.length < 1) await sleep(10);
    expect(records.map(({ target }) => target.id)).toEqual([shown]);
    const { updates } = told[0].event.payload as { updates: RefChange[] };
    expect(updates[0].name).toBe(shown);
    expect(JSON.stringify(told).length + JSON.stringify(records).length).toBeLessThan(20_000);
  });
});
