import type { ServiceObject } from '@holdfast/platform/service-host';
import { NodeJournal } from './node-journal.js';
import { RefChanges } from './ref-changes.js';
import { RefEventStore } from './ref-event.store.js';
import { RefEvents } from './ref-events.js';

export const refChange = {
  parts: [RefChanges, RefEvents, RefEventStore, NodeJournal],
} satisfies ServiceObject;
