import Type from 'typebox';

/** Parts of which the payloads of events are made. Ids are as they were then; what counts is the uuid. */
export const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
export const named = Type.Object({ uuid, id: Type.String() });
