import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EndedSpan } from '@holdfast/kernel';
import { metrics } from '../observability/metrics.js';
import { setLogLevel } from '../observability/logger.js';
import { SpanExporter } from './span-exporter.js';

const times = { gathering: 200, patience: 20_000, pauses: [50, 100] } as const;

const span = (name: string): EndedSpan => ({
  ...{ trace: '1'.repeat(32), span: '2'.repeat(16), name, kind: 'internal' },
  ...{ from: 1, to: 2, facts: {} },
});

interface Told {
  resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[];
}

describe('the exporter of spans', () => {
  let server: Server;
  let endpoint: string;
  let exporter: SpanExporter;
  /** The names in each request. */
  let came: string[][];
  let answer: (response: ServerResponse) => void;
  beforeAll(() => setLogLevel('silent'));
  beforeEach(async () => {
    came = [];
    answer = (response) => void response.end('{}');
    server = createServer((request, response) => {
      void text(request).then((body) => {
        expect([request.method, request.headers['content-type']]).toEqual(['POST', 'application/json']);
        if (request.url !== '/base/v1/traces') return response.writeHead(404).end();
        const [{ scopeSpans }] = (JSON.parse(body) as Told).resourceSpans;
        came.push(scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)));
        return answer(response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
    exporter = new SpanExporter(endpoint, { 'service.name': 'spec' }, times);
  });
  afterEach(async () => {
    await exporter.close();
    server.closeAllConnections();
    server.close();
  });

  const counted = async (outcome: string): Promise<number> => {
    const line = `holdfast_trace_spans_total{outcome="${outcome}"} `;
    const found = (await metrics.metrics()).split('\n').find((each) => each.startsWith(line));
    return Number(found?.slice(line.length) ?? 0);
  };
  const grown = async (outcome: string, work: () => Promise<void>): Promise<number> => {
    const before = await counted(outcome);
    await work();
    return (await counted(outcome)) - before;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    const end = Date.now() + 10_000;
    while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const take = (count: number): void => {
    for (let each = 0; each < count; each += 1) exporter.take(span(`s${each}`));
  };

  it('sends what comes within a while in one request', async () => {
    exporter.take(span('a'));
    exporter.take(span('b'));
    await until(() => came.length > 0);
    expect(came).toEqual([['a', 'b']]);
  });

  it('sends as many as go in one request at once, and the rest behind it', async () => {
    const sent = await grown('sent', async () => {
      take(600);
      await until(() => came.length > 0);
      await exporter.close();
    });
    expect(came.map((names) => names.length)).toEqual([512, 88]);
    expect(sent).toBe(600);
  });

  it('keeps so many while a collector takes its time, and drops what comes beyond them', async () => {
    let first: ServerResponse | undefined;
    answer = (response) => (first ? void response.end() : (first = response));
    const dropped = await grown('dropped', async () => {
      take(512);
      await until(() => first !== undefined);
      take(3_000);
      return Promise.resolve();
    });
    expect(dropped).toBe(3_000 - 2_048);
    first?.end();
    await exporter.close();
    expect(came.map((names) => names.length)).toEqual([512, 512, 512, 512, 512]);
  });

  it.each([
    ['refuses', (response: ServerResponse) => void response.writeHead(503).end()],
    ['breaks off', (response: ServerResponse) => void response.destroy()],
    ['sends elsewhere', (response: ServerResponse) => void response.writeHead(307, { location: '/' }).end()],
  ])('loses what a collector that %s does not take, and goes on', async (_, refuse) => {
    answer = refuse;
    const lost = await grown('lost', async () => {
      exporter.take(span('a'));
      await until(() => came.length > 0);
      answer = (response) => void response.end('{}');
      exporter.take(span('b'));
      await until(() => came.length > 1);
    });
    expect(came).toEqual([['a'], ['b']]);
    expect(lost).toBe(1);
  });

  it('does not wait for a collector that is away or says nothing', async () => {
    answer = () => undefined;
    const hasty = new SpanExporter(endpoint, {}, { ...times, patience: 300 });
    for (let each = 0; each < 2_000; each += 1) hasty.take(span(`s${each}`));
    const begun = performance.now();
    expect(await grown('lost', () => hasty.close())).toBe(2_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const away = new SpanExporter('http://127.0.0.1:9', {}, times);
    away.take(span('a'));
    await away.close();
    away.take(span('late'));
  });
});
