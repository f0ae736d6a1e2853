// One line for each object, and for each thing that several stand on.
export { artifact } from './artifact/artifact.object.js';
export { artifactFile } from './artifact-file/artifact-file.object.js';
export { audit } from './audit/audit.object.js';
export { blobMove } from './blob-move/blob-move.object.js';
export { schema } from './database/schema.object.js';
export { deploy } from './deploy/deploy.object.js';
export { door } from './door/door.object.js';
export { event } from './event/event.object.js';
export { health } from './health/health.object.js';
export { purge } from './purge/purge.object.js';
export { removal } from './removal/removal.object.js';
export { retention } from './retention/retention.object.js';
export { serve } from './serve/serve.object.js';
export { storage } from './storage/storage.object.js';
export { transfer } from './transfer/transfer.object.js';
