import { lengthOf, mostText, type TagTarget } from '@holdfast/vcs-spi';
import type { ObjectContents, ObjectReader } from '../process/object-reader.js';
import { annotationOf, taggedIn } from './commit-object.js';
import { parts } from './commits-in.js';
import type { ReadTurn } from './read-turns.js';
import { unlessUnreadable } from './unreadable-objects.js';

/** By the ids that tags point at, in their order; messages are cut where all of them together are too large. */
export const targetsIn = async (
  reader: ObjectReader,
  ids: readonly string[],
  turn: ReadTurn,
): Promise<TagTarget[]> => {
  const found: TagTarget[] = [];
  let room = mostText;
  for (const part of parts(ids, turn)) {
    for (const target of await Promise.all(part.map((id) => targetOf(reader, id)))) {
      found.push(within(room, target));
      room -= Math.min(room, target.annotation ? lengthOf(target.annotation) : 0);
    }
  }
  return found;
};

/** With as much of the message as there is room for. */
const within = (room: number, target: TagTarget): TagTarget => {
  const { annotation } = target;
  if (!annotation || annotation.message.length <= room) return target;
  return { ...target, annotation: { ...annotation, message: annotation.message.slice(0, room), cut: true } };
};

const targetOf = async (reader: ObjectReader, id: string): Promise<TagTarget> => {
  const info = await reader.info(id);
  if (typeof info === 'string') return {};
  if (info.type === 'commit') return { commit: id };
  if (info.type !== 'tag') return {};
  const object = await unlessUnreadable(reader.contents(id));
  if (typeof object !== 'object') return {};
  const commit = await taggedCommit(reader, object);
  return { ...(commit === undefined ? {} : { commit }), annotation: annotationOf(object) };
};

/** No more tags lead to one another: a push of longer chains is refused. */
const mostTagsInChain = 64;

/** The commit to which a tag leads, also by way of other tags. */
const taggedCommit = async (reader: ObjectReader, tag: ObjectContents): Promise<string | undefined> => {
  let contents = tag.contents;
  for (let length = 1; length <= mostTagsInChain; length += 1) {
    const tagged = taggedIn(contents);
    if (tagged?.type === 'commit') {
      const commit = await reader.info(tagged.id);
      return typeof commit === 'object' && commit.type === 'commit' ? tagged.id : undefined;
    }
    const next = tagged?.type === 'tag' ? await unlessUnreadable(reader.contents(tagged.id)) : undefined;
    if (typeof next !== 'object') return undefined;
    contents = next.contents;
  }
  return undefined;
};
