import { Type } from './schema.js';

/** Parts of payloads of events. An id is as it was at that time; the uuid says which object it is. */
export const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
export const namedObject = Type.Object({ uuid, id: Type.String() });
