import {
  allDomainEvents,
  eventsReportCall,
  recorderOf,
  serviceNames,
  type EventsReport,
  type ServiceName,
} from '@holdfast/contracts';
import { command, context, json, type Calls } from './command.js';
import { table } from './table.js';

export const eventsStatus = command(
  'events status [--metrics] [--json]',
  0,
  { metrics: 'flag' },
  ({ options }) =>
    async (calls) => {
      const reports = await Promise.all(serviceNames.map((service) => reportOf(calls, service)));
      if (options.metrics) return reports.map(({ metrics }) => metrics).join('\n');
      return options.json ? json(reports) : reports.map(described).join('\n');
    },
);

const reportOf = (calls: Calls, service: ServiceName): Promise<EventsReport> =>
  calls.call(eventsReportCall(service), context(), {});

/** Only who records events has a stream. */
const records = (service: string): boolean => allDomainEvents.some((event) => recorderOf(event) === service);

const described = ({ service, waiting, lag, stream, consumers, dead }: EventsReport): string =>
  table(
    [`EVENTS OF ${service.toUpperCase()}`, ''],
    [
      ['waiting to be published', waiting === 0 ? '0' : `${waiting}, for ${Math.ceil(lag)} s`],
      ...(records(service)
        ? [['kept by the broker', stream ? `${stream.messages}, ${stream.bytes} bytes` : 'unknown']]
        : []),
      ...consumers.map(({ name, backlog }) => [`not yet heard by ${name}`, backlog?.toString() ?? 'unknown']),
      ...(dead === undefined ? [] : [['given up (dead letters)', dead.toString()]]),
    ],
  );
