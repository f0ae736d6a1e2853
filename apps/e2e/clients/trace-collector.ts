import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** A span as it came. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code: number };
  /** `service.name` of who sent it. */
  service: string;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** A collector of traces: takes OTLP as JSON, and keeps it. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** All that came. */
  said = '';

  private constructor(private readonly server: Server) {}

  static async open({ port, hostname }: URL): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      void text(request).then((said) => {
        if (request.method === 'POST' && request.url === '/v1/traces') collector.take(said);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(Number(port), hostname);
    await once(server, 'listening');
    return collector;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  of(trace: string): CollectedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === trace);
  }

  private take(said: string): void {
    this.said += said;
    for (const { resource, scopeSpans } of (JSON.parse(said) as Sent).resourceSpans) {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      const service = named?.value.stringValue ?? 'nobody';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}

/** A trace that somebody records, of which a request is a part. */
export const newTrace = (): { trace: string; span: string; traceparent: string } => {
  const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { trace, span, traceparent: `00-${trace}-${span}-01` };
};

/**
 * The names of a span and of those of which it is a part, the outermost first, each with who sent it. The first one
 * must be a part of `root`.
 */
export const wayTo = (spans: readonly CollectedSpan[], span: CollectedSpan, root: string): string[] => {
  const way: string[] = [];
  for (let at: CollectedSpan | undefined = span; at;) {
    const { parentSpanId, name, service }: CollectedSpan = at;
    way.unshift(`${service.replace('holdfast-', '')}: ${name}`);
    at = spans.find(({ spanId }) => spanId === parentSpanId);
    if (!at && parentSpanId !== root) way.unshift(`lost: ${parentSpanId}`);
  }
  return way;
};
