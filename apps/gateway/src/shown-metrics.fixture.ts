import { setTimeout as pause } from 'node:timers/promises';
import { HealthPort } from '@holdfast/platform/health';
import { setLogLevel } from '@holdfast/platform/observability';

/** What this process counts, as Prometheus reads it. */
export class ShownMetrics {
  private constructor(private readonly health: HealthPort) {}

  static async open(): Promise<ShownMetrics> {
    setLogLevel('silent');
    return new ShownMetrics(await HealthPort.open({ host: '127.0.0.1', port: 0 }));
  }

  close(): Promise<void> {
    return this.health.close();
  }

  /** The value of a line that begins so; 0 where there is none. Rejects where nothing is shown. */
  async read(line: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.health.port}/metrics`);
    if (!answer.ok) throw new Error(`metrics are answered with ${answer.status}`);
    const found = (await answer.text()).split('\n').find((each) => each.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1) ?? 0);
  }

  /** By how much a value grows meanwhile, or in the two seconds after it: clients hear the end before it is counted. */
  async grown(line: string, work: () => Promise<unknown>): Promise<number> {
    const before = await this.read(line);
    await work();
    for (let left = 100; left > 0; left -= 1, await pause(20)) {
      const grown = (await this.read(line)) - before;
      if (grown !== 0) return grown;
    }
    return 0;
  }
}
