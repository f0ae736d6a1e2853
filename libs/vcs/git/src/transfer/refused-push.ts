import type { CommandScan } from './command-scan.js';
import { packet } from './pkt-line.js';

const flush = '0000';

/**
 * What git itself would answer to a push that it could not unpack, with the reason in a `remote:` line and in the
 * report, as far as the client understands either; undefined: it understands neither.
 */
export const refusedPush = (scan: CommandScan, reason: string): Buffer | undefined => {
  const reports = scan.understands('report-status') || scan.understands('report-status-v2');
  const report = reports ? packet(`unpack ${reason}\n`) + flush : '';
  const bands = scan.understands('side-band') || scan.understands('side-band-64k');
  if (!bands) return report ? Buffer.from(report) : undefined;
  return Buffer.from(message(reason) + (report && packet(`\u0001${report}`)) + flush);
};

/** A line that the client shows after `remote:`, as a packet of an answer with bands. */
export const message = (text: string): string => {
  return packet(`\u0002${text}\n`);
};
