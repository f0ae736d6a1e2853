import 'reflect-metadata';
import type { HealthReport } from '@holdfast/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { setLogLevel } from '../observability/logger.js';
import { HealthPort } from './health-port.js';

describe('the health port', () => {
  let port: HealthPort;
  beforeEach(async () => {
    setLogLevel('silent');
    port = await HealthPort.open({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => port.close());

  const said = async (path: string): Promise<[number, unknown]> => {
    const answer = await fetch(`http://127.0.0.1:${port.port}/health/${path}`);
    return [answer.status, await answer.json()];
  };
  const report = (parts: Record<string, boolean>): HealthReport => ({
    service: 'test',
    up: Object.values(parts).every(Boolean),
    parts,
  });

  it('says that a process lives that is not ready yet', async () => {
    expect(await said('live')).toEqual([200, { status: 'ok' }]);
    expect(await said('ready')).toEqual([503, { status: 'starting' }]);
  });

  it('says that it is ready, and what it lacks where it is not', async () => {
    let parts = { database: true, broker: true };
    port.serving(() => Promise.resolve(report(parts)));
    expect(await said('ready')).toEqual([200, { status: 'ok', down: [] }]);
    parts = { database: false, broker: true };
    await sleep(700);
    expect(await said('ready')).toEqual([503, { status: 'down', down: ['database'] }]);
  });

  it('is not ready where it cannot look', async () => {
    port.serving(() => Promise.reject(new Error('away')));
    expect(await said('ready')).toEqual([503, { status: 'down', down: ['health'] }]);
    expect(await said('live')).toEqual([200, { status: 'ok' }]);
  });

  it('looks once, however many ask', async () => {
    let looks = 0;
    port.serving(() => Promise.resolve(((looks += 1), report({ broker: true }))));
    await Promise.all(Array.from({ length: 20 }, () => said('ready')));
    expect(looks).toBe(1);
  });

  it('says at once that the process ends, whatever it has seen', async () => {
    port.serving(() => Promise.resolve(report({ broker: true })));
    await said('ready');
    port.ending();
    expect(await said('ready')).toEqual([503, { status: 'ending' }]);
    expect(await said('live')).toEqual([200, { status: 'ok' }]);
  });

  it('tells what the process counts, also where it cannot look', async () => {
    const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port.port}/metrics`)).text();
    expect(await read()).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
    let away = false;
    const counted = () => (away ? Promise.reject(new Error('away')) : Promise.resolve('answers_total 7\n'));
    port.serving(() => Promise.resolve(report({ broker: true })), counted);
    expect(await read()).toMatch(/^answers_total 7$/m);
    away = true;
    expect(await read()).toMatch(/^process_cpu_seconds_total [\d.e-]+$/m);
  });

  it('knows nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${port.port}/`)).status).toBe(404);
  });
});
