import { recorderOf, type RecordedEvent } from '@holdfast/contracts';
import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { DataSource, type EntityManager } from 'typeorm';
import { Rpc } from '../../rpc/rpc.js';
import { EventHearing } from './event-hearing.js';
import { EventRelay, type RelayOptions } from './event-relay.js';
import { hearingsOf } from './hears.decorator.js';

type Methods = Record<string, (tx: EntityManager, event: RecordedEvent) => Promise<void>>;

/** Publishes what the service records, and has heard what its classes declare with `@Hears`. */
class Events implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly relay: EventRelay;
  private hearing: EventHearing | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly rpc: Rpc,
    private readonly discovery: DiscoveryService,
    private readonly options: RelayOptions,
  ) {
    this.relay = new EventRelay(source, rpc.streams, options);
  }

  onApplicationBootstrap(): void {
    const objects = [...this.discovery.getControllers(), ...this.discovery.getProviders()]
      .map(({ instance }) => instance as unknown)
      .filter((instance): instance is object => typeof instance === 'object' && instance !== null);
    const hearers = [...new Set(objects)].flatMap((object) =>
      hearingsOf(object).map((hearing) => ({
        ...hearing,
        hear: (tx: EntityManager, event: RecordedEvent) => (object as Methods)[hearing.method](tx, event),
      })),
    );
    this.hearing = new EventHearing(this.source, this.rpc.streams, this.options.service, hearers);
    const { service, events } = this.options;
    if (events.some((event) => recorderOf(event) === service)) this.relay.begin();
    this.hearing.begin();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.relay.end(), this.hearing?.end()]);
  }
}

@Module({})
export class EventsModule {}

/** The events of one service, over its database and its connection to the broker. */
export const eventsModule = (rpc: Rpc, { service, events }: RelayOptions): DynamicModule => ({
  module: EventsModule,
  imports: [DiscoveryModule],
  providers: [
    {
      provide: Events,
      inject: [DataSource, DiscoveryService],
      useFactory: (source: DataSource, discovery: DiscoveryService) =>
        new Events(source, rpc, discovery, { service, events }),
    },
  ],
});
