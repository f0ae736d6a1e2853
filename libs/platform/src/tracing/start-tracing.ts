import { hostname } from 'node:os';
import { recordSpans } from '@holdfast/kernel';
import { beginTraces } from './begin-trace.js';
import { processVersion } from './process-version.js';
// It is among the metrics of each process.
import './tracing.metrics.js';

export interface TracingOptions {
  /** The address of the collector; absent: nothing is recorded. */
  endpoint: string | undefined;
  /** Of the process, in one word. */
  service: string;
  /** Part of the requests from outside that are recorded, from 0 to 1; absent: none come to this process. */
  ratio?: number;
}

/** What this process records of traces. */
export interface Tracing {
  /** Sends what is left; takes two seconds at most. */
  close(): Promise<void>;
}

/**
 * From now on this process records its part of the traces, and sends it to the collector. To be called before the
 * database is opened. What sends is loaded only where there is a collector.
 */
export const startTracing = async ({ endpoint, service, ratio }: TracingOptions): Promise<Tracing> => {
  if (endpoint === undefined) return { close: () => Promise.resolve() };
  const { SpanExporter } = await import('./span-exporter.js');
  const version = await processVersion();
  const exporter = new SpanExporter(endpoint, {
    'service.namespace': 'holdfast',
    'service.name': `holdfast-${service}`,
    'service.instance.id': `${hostname()}:${process.pid}`,
    ...(version === undefined ? {} : { 'service.version': version }),
  });
  const ends = [recordSpans(exporter.take), ...(ratio === undefined ? [] : [beginTraces(ratio)])];
  return {
    close: () => {
      for (const end of ends) end();
      return exporter.close();
    },
  };
};
