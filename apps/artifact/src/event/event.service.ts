import { allDomainEvents, eventsReportCall, type EventsReport } from '@holdfast/contracts';
import { eventsReport } from '@holdfast/platform/events';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Tells the operator how far the events of this service have come. Any replica may answer. */
@Controller()
export class EventService {
  constructor(
    private readonly source: DataSource,
    private readonly rpc: Rpc,
  ) {}

  @HandlesCall(eventsReportCall('artifact'))
  report(): Promise<EventsReport> {
    return eventsReport(this.source, this.rpc.streams, 'artifact', allDomainEvents);
  }
}
