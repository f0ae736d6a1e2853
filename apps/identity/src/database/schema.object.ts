import type { ServiceObject } from '@holdfast/platform/service-host';
import { PeopleAndProjects1763600000000 } from './migrations/1763600000000-people-and-projects.migration.js';
import { Idempotency1763610000000 } from './migrations/1763610000000-idempotency.migration.js';
import { KeysAndSettings1763620000000 } from './migrations/1763620000000-keys-and-settings.migration.js';
import { SearchAndOrders1763630000000 } from './migrations/1763630000000-search-and-orders.migration.js';
import { NoUuidAsId1763720000000 } from './migrations/1763720000000-no-uuid-as-id.migration.js';
import { OwnersOfBots1763721000000 } from './migrations/1763721000000-owners-of-bots.migration.js';
import { Storage1763750000000 } from './migrations/1763750000000-storage.migration.js';
import { Audit1763760000000 } from './migrations/1763760000000-audit.migration.js';
import { KeyedRequests1763780000000 } from './migrations/1763780000000-keyed-requests.migration.js';
import { Events1763790000000 } from './migrations/1763790000000-events.migration.js';
import { SshKeyFingerprints1763820000000 } from './migrations/1763820000000-ssh-key-fingerprints.migration.js';
import { LargeAnswers1764099000000 } from './migrations/1764099000000-large-answers.migration.js';

export const schema = {
  migrations: [
    PeopleAndProjects1763600000000,
    Idempotency1763610000000,
    KeysAndSettings1763620000000,
    SearchAndOrders1763630000000,
    NoUuidAsId1763720000000,
    OwnersOfBots1763721000000,
    Storage1763750000000,
    Audit1763760000000,
    KeyedRequests1763780000000,
    Events1763790000000,
    SshKeyFingerprints1763820000000,
    LargeAnswers1764099000000,
  ],
} satisfies ServiceObject;
