import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from '../system.js';
import type { ServiceProcess } from './process-doors.js';

/** Where a part says how it is; the last line of the log that says so is that of the present process. */
export const healthPortOf = (part: ServiceProcess): string => {
  const said = new RegExp(`^\\S+ ${part} +\\| .*"health":(\\d+).*"the health port is open"`, 'gm');
  const port = [...readFileSync(join(home, 'log/holdfast.log'), 'utf8').matchAll(said)].at(-1)?.[1];
  if (port === undefined) throw new Error(`the log does not say where ${part} is asked`);
  return port;
};
