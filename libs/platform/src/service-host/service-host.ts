import { Module, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  eventsReportCall,
  healthCall,
  type CallSubject,
  type DomainEvent,
  type Feed,
  type ServiceName,
} from '@holdfast/contracts';
import { eventsModule } from '../persistence/events/events.module.js';
import { log, nestLogger } from '../observability/logger.js';
import { endWith } from '../process/end-with.js';
import { nodePlace } from '../rpc/node-place.js';
import type { Rpc } from '../rpc/rpc.js';
import { ownContext } from '../rpc/wire.js';
import type { HealthPort } from '../health/health-port.js';
import { NatsStrategy, type NodeDoor } from './nats.strategy.js';
import { logFaults } from '../process/faults.js';
import { answerSupervisor } from '../process/supervised.js';

export interface ServiceOptions {
  service: ServiceName;
  module: Type | { module: Type };
  rpc: Rpc;
  /** The messages by which the service makes others forget. */
  feed: Feed;
  /** All durable events. The service publishes its own, and hears those for which its classes have `@Hears`. */
  events: readonly DomainEvent[];
  /** Whether the context of a call says who the caller is. The call is named by its subject, without the node. */
  carriesCaller: (subject: string) => boolean;
  /** The storage node's name, for services that own data on a node. */
  node?: string;
  /** Who lets calls to the node in. */
  door?: (app: INestMicroservice) => NodeDoor;
  /** Where it says that it is ready, and that it ends. */
  health: HealthPort;
  /** How many servers of the broker keep the service's events. */
  eventCopies: number;
  /** Milliseconds that transfers under way have at the end. */
  transfers: number;
  /** Called after the application has been closed, to end byte processes and sweeps. */
  onClose?: () => Promise<void>;
}

@Module({})
class ServiceHostModule {}

/**
 * Starts a service. At SIGTERM or SIGINT it is not ready any more, takes no new calls, answers the open ones, lets
 * transfers come to their end for a while, and then ends its parts.
 */
export const startService = async ({
  service,
  module,
  rpc,
  feed,
  events,
  carriesCaller,
  node,
  door,
  health,
  eventCopies,
  transfers,
  onClose,
}: ServiceOptions): Promise<INestMicroservice> => {
  rpc.streams.copies = eventCopies;
  const host = { module: ServiceHostModule, imports: [module, eventsModule(rpc, { service, events })] };
  const strategy = new NatsStrategy(rpc, service, carriesCaller, node);
  const app = await NestFactory.createMicroservice(host, {
    strategy,
    logger: nestLogger,
    abortOnError: false,
  });
  strategy.door = door?.(app);
  rpc.beginTelling(feed, node === undefined ? undefined : nodePlace(service, node));
  await app.listen();
  const ask = <Answer>(subject: CallSubject<object, Answer>, within: number): Promise<Answer> =>
    strategy.askOwn(subject, ownContext(service, within), {});
  health.serving(
    () => ask(healthCall(service), 1_500),
    async () => (await ask(eventsReportCall(service), 10_000)).metrics,
  );
  answerSupervisor();
  logFaults();
  log.info({ service, node }, 'serving');
  endWith(async () => {
    health.ending();
    await strategy.close();
    await app.close();
    await onClose?.();
    await rpc.close();
    await health.close();
  }, transfers);
  return app;
};
