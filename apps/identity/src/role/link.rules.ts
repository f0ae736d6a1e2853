import { isSameUuid, type JsonObject } from '@holdfast/kernel';

/**
 * A link object as an update compares it with what was sent: the linked object's id, which is taken on creation
 * and answered under its own name, may be sent along, or its uuid, in either case.
 */
export const comparable = (view: object, linked: { id: string; uuid: string }, sent: JsonObject): object => ({
  ...view,
  id: isSameUuid(sent.id, linked.uuid) ? sent.id : linked.id,
});
