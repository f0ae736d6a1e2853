import type { ServiceObject } from '@holdfast/platform/service-host';
import { DecisionTurns } from '../turns/decision-turns.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { IndexService } from './index.service.js';
import { ServeService } from './serve.service.js';

export const serve = {
  parts: [DecisionTurns, HeavyTurns, IndexService, ServeService],
} satisfies ServiceObject;
