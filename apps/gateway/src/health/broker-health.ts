import type { HealthReport } from '@holdfast/contracts';
import { within } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';

/**
 * The broker is asked for so long (ms): less than a probe waits, and more than a loop of events is behind that has very
 * much to do. Gateways that were taken out for being busy would leave the others even more.
 */
const patience = 2_000;

/**
 * What this gateway says of itself to whoever sends it clients. A service that is away is no reason to send them
 * elsewhere: another gateway does without it too, and clients are told by our own answers.
 */
export const brokerHealth = async (rpc: Pick<Rpc, 'rtt'>): Promise<HealthReport> => {
  const asked = rpc.rtt().then(
    () => true,
    () => false,
  );
  const broker = await within(patience, asked, () => false);
  return { service: 'gateway', up: broker, parts: { broker } };
};
