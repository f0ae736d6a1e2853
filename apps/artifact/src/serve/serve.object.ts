import type { ServiceObject } from '@holdfast/platform/service-host';
import { DecisionTurns } from '../turns/decision-turns.js';
import { DigestTurns } from '../turns/digest-turns.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { RemovalTurns } from '../turns/removal-turns.js';
import { IndexService } from './index.service.js';
import { LargeTexts } from './large-texts.js';
import { MemberIndexes } from './member-indexes.js';
import { RenderedIndexes } from './rendered-indexes.js';
import { ServeService } from './serve.service.js';
import { ServedContent } from './served-content.js';

export const serve = {
  parts: [
    DecisionTurns,
    DigestTurns,
    HeavyTurns,
    IndexService,
    LargeTexts,
    MemberIndexes,
    RemovalTurns,
    RenderedIndexes,
    ServedContent,
    ServeService,
  ],
} satisfies ServiceObject;
