import { nestedInSteps } from './nested-names.js';
import type { PushCircumstances, PushRule, RefUpdate } from './push-terms.js';

/**
 * Why an update fails although the caller may make it: another update of the push, or a ref, is in its way. In short
 * steps, then at once for each update.
 */
export function* hindrances(
  updates: readonly RefUpdate[],
  { kind, present = {}, together = false }: Pick<PushCircumstances, 'kind' | 'present' | 'together'>,
): Generator<undefined, (update: RefUpdate) => PushRule | undefined> {
  const once = new Set<string>();
  const twice = new Set<string>();
  const deleted = new Set<string>();
  const locked: string[] = [];
  for (const { ref, sort, new: next } of updates) {
    (once.has(ref) ? twice : once).add(ref);
    if (!next) deleted.add(ref);
    if ((next || together) && sort !== 'malformed') locked.push(ref);
    yield;
  }
  const inside = kind.namesAreDirectories ? (yield* unsaid(nestedInSteps(locked))).inside : new Set<string>();
  const free = new Map<RefUpdate['sort'], Set<string>>();
  return (update) => {
    const { ref, sort, name, old, new: next } = update;
    // Bytes that are not UTF-8 all look the same here. Whether such names are equal is left to git.
    if (ref.includes('\ufffd')) return undefined;
    if (twice.has(ref)) return 'twice';
    const crowded = (together || (next && !old)) && inside.has(ref);
    const refs = present[sort];
    if (!refs || (together && crowded)) return crowded ? 'collision' : undefined;
    const now = refs.get(name);
    if (old !== undefined) return now === old ? undefined : 'moved';
    if (!next) return undefined;
    if (now !== undefined) return 'exists';
    if (!free.has(sort)) free.set(sort, new Set());
    const other = refs.collision(name, free.get(sort));
    // If the other one is deleted by the same push, there may be room. Whether there is, is left to git.
    const blocked = other !== undefined && !deleted.has(ref.slice(0, -name.length) + other);
    return blocked || crowded ? 'collision' : undefined;
  };
}

function* unsaid<T>(steps: Generator<void, T>): Generator<undefined, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}
