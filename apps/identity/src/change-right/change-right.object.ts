import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChangersNow } from './changers-now.js';

export const changeRight = { parts: [ChangersNow] } satisfies ServiceObject;
