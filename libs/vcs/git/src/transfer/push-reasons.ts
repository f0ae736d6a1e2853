import { refusal, type PushAnswer, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import type { Unwritable } from './pushed-objects.js';
import type { PushedSizes } from '../packs/pushed-sizes.js';
import { pushTraits } from './push-traits.js';
import type { TransferLimits } from './transfer-limits.js';

/** What a client is told where nothing else is known. */
export const undecided = 'the server could not decide about this push, try again';

/** By what an update is refused whose objects are too large, if they are. */
export const tooLarge = (
  { all, longest }: PushedSizes,
  { pushUnpacked, pushText }: Pick<TransferLimits, 'pushUnpacked' | 'pushText'>,
): ((update: RefUpdate) => RefRefusal) | undefined => {
  const refuse = (update: RefUpdate): RefRefusal => refusal(update, 'too_large', pushTraits);
  if (all > pushUnpacked) return refuse;
  if (!longest || longest.size <= pushText) return undefined;
  const { type, id, size } = longest;
  const reason = `the ${type} ${id} has ${size} bytes: commits and tags may have ${pushText}`;
  return (update) => ({ ...refuse(update), reason });
};

export const noRoom =
  (reason: string) =>
  ({ ref, name }: RefUpdate): RefRefusal => ({ ref, name, rule: 'no_room', reason });

export function* each(
  updates: Iterable<RefUpdate>,
  refuse: (update: RefUpdate) => RefRefusal,
): Generator<RefRefusal> {
  for (const update of updates) yield refuse(update);
}

/** The reasons of the decision, and for what it says nothing about, those of git. */
export async function* joined(
  decision: PushAnswer,
  failing: readonly Unwritable[],
): AsyncGenerator<RefRefusal> {
  const told = new Set<string>();
  for await (const reason of decision.accepted ? [] : decision.reasons) {
    told.add(reason.ref);
    yield reason;
  }
  for (const { refusals } of failing)
    for (const reason of refusals) {
      if (told.has(reason.ref)) continue;
      told.add(reason.ref);
      yield reason;
    }
}

/** What the client reads after `remote:`, a line for each refused ref. */
export async function* linesOf(
  reasons: Iterable<RefRefusal> | AsyncIterable<RefRefusal>,
): AsyncGenerator<string> {
  let some = false;
  for await (const { name, reason } of reasons) {
    some = true;
    yield `${name}: ${reason}`;
  }
  if (!some) yield undecided;
}
