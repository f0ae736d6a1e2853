import http from 'node:http';
import https from 'node:https';
import type { EndedSpan } from '@holdfast/kernel';
import { log } from '../observability/logger.js';
import { otlpSpans, type SpanResource } from './otlp-spans.js';
import { countedSpans } from './tracing.metrics.js';

/** So many spans wait at most, and go in one request. */
const mostWaiting = 2_048;
const mostAtOnce = 512;
/** All in milliseconds. */
export interface ExporterTimes {
  /** Spans are gathered for so long. */
  gathering: number;
  /** A collector has so long to take some, and to take the last ones. */
  patience: number;
  /** One that takes nothing is left alone for so long, the first time and at most. */
  pauses: readonly [least: number, most: number];
}

const usual: ExporterTimes = { gathering: 1_000, patience: 2_000, pauses: [1_000, 60_000] };

const modules = { 'http:': http, 'https:': https };

/**
 * Sends spans to a collector by OTLP, in JSON over HTTP, some at a time. What it does not take is lost, and so is what
 * comes while too many wait: nothing waits for a collector, and it takes no more memory than that.
 */
export class SpanExporter {
  private readonly url: URL;
  private readonly agent: http.Agent;
  private waiting: EndedSpan[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private failures = 0;
  private isClosed = false;

  /** `endpoint`: the address of the collector, to which OTLP adds `/v1/traces`. `times`: for tests. */
  constructor(
    endpoint: string,
    private readonly resource: SpanResource,
    private readonly times = usual,
  ) {
    this.url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
    this.agent = new modules[this.url.protocol === 'https:' ? 'https:' : 'http:'].Agent({
      keepAlive: true,
      maxSockets: 1,
    });
  }

  /** Never throws, and takes no time. */
  readonly take = (span: EndedSpan): void => {
    if (this.isClosed || this.waiting.length >= mostWaiting) return countedSpans.inc({ outcome: 'dropped' });
    this.waiting.push(span);
    if (this.failures === 0 && this.waiting.length === mostAtOnce) this.sendIn(0);
    else if (this.timer === undefined && this.sending === undefined) this.sendIn(this.nextIn);
  };

  /** Sends what waits, and takes nothing any more. It takes so long as a collector has to take some. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { patience } = this.times;
    const until = Date.now() + patience;
    const signal = AbortSignal.timeout(patience);
    await this.sending;
    while (this.waiting.length > 0 && this.failures === 0 && Date.now() < until) await this.send(signal);
    this.lose(this.waiting.splice(0).length);
    this.agent.destroy();
  }

  private sendIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.sending) return;
      this.sending = this.send(AbortSignal.timeout(this.times.patience)).finally(() => {
        this.sending = undefined;
        if (this.isClosed || this.waiting.length === 0) return;
        this.sendIn(this.waiting.length >= mostAtOnce && this.failures === 0 ? 0 : this.nextIn);
      });
    }, milliseconds).unref();
  }

  /** Never fails. */
  private async send(signal: AbortSignal): Promise<void> {
    const spans = this.waiting.splice(0, mostAtOnce);
    try {
      await this.post(otlpSpans(this.resource, spans), signal);
      countedSpans.inc({ outcome: 'sent' }, spans.length);
      if (this.failures > 0) log.info('the collector of traces takes them again');
      this.failures = 0;
    } catch (err) {
      this.lose(spans.length);
      if (this.failures === 0)
        log.warn({ err }, 'the collector of traces does not take them; it is tried on');
      this.failures += 1;
    }
  }

  private get nextIn(): number {
    const { gathering, pauses } = this.times;
    const [least, most] = pauses;
    if (this.failures === 0) return gathering;
    return Math.min(most, least * 2 ** (this.failures - 1));
  }

  private lose(count: number): void {
    if (count > 0) countedSpans.inc({ outcome: 'lost' }, count);
  }

  /** Rejects where the collector does not take it in time. */
  private post(body: string, signal: AbortSignal): Promise<void> {
    const { url, agent } = this;
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const { request } = modules[url.protocol === 'https:' ? 'https:' : 'http:'];
    return new Promise((resolve, reject) => {
      const asked = request(url, { method: 'POST', agent, headers, signal }, (answer) => {
        const { statusCode = 0 } = answer;
        // What it says is not read: of spans that it has not taken nothing can be done.
        answer.resume();
        answer.on('error', reject).once('end', () => {
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(new Error(`it answered ${statusCode}`));
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }
}
