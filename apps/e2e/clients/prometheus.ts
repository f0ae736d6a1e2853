import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, scratch } from '../scratch.js';
import { clientPrograms } from '../system.js';
import { freePort } from './free-port.js';

const programs = join(clientPrograms, 'prometheus/usr/bin');

/** Whether the setup could fetch it; `tools/test observability` says so. */
export const hasPrometheus = existsSync(join(programs, 'prometheus'));

/** Runs promtool to its end; what it says is thrown where it ends with an error. */
export const promtool = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(join(programs, 'promtool'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool ${args[0]} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
};

/** An alert that has come. */
export interface FiringAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** A Prometheus of our own, on a port of its own, which looks every three seconds. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly at: string,
  ) {}

  /** `targets`: host and port of each, by the name under which it is known; `rules`: a file of them. */
  static async start(targets: Record<string, string>, rules: string): Promise<Prometheus> {
    const directory = await scratch();
    const port = await freePort();
    const config = {
      // A storage node waits two seconds for a byte process that is away.
      global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [
        {
          job_name: 'holdfast',
          static_configs: Object.entries(targets).map(([pod, target]) => ({
            targets: [target],
            labels: { pod },
          })),
        },
      ],
    };
    // JSON is YAML.
    await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config));
    const at = `http://127.0.0.1:${port}`;
    const args = [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn(join(programs, 'prometheus'), args, { stdio: 'ignore' });
    const isReady = (): Promise<true | undefined> =>
      fetch(`${at}/-/ready`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      );
    await eventually(isReady);
    return new Prometheus(child, at);
  }

  /** How many series an expression has now; those that are no number do not count. */
  async seriesOf(expression: string): Promise<number> {
    const { result } = await this.asked<{ result: { value: [number, string] }[] }>('query', {
      query: expression,
    });
    return result.filter(({ value }) => value[1] !== 'NaN').length;
  }

  /** The names that any target has declared, also those of which nothing was counted yet. */
  async declared(): Promise<Set<string>> {
    return new Set(Object.keys(await this.asked<object>('metadata', {})));
  }

  /** Of the rules: name, expression, and what is wrong with it. */
  async alerts(): Promise<{ name: string; query: string; health: string }[]> {
    const { groups } = await this.asked<{
      groups: { rules: { name: string; query: string; health: string }[] }[];
    }>('rules', {});
    return groups.flatMap(({ rules }) => rules);
  }

  /** The alerts that have come, and last. */
  async firing(): Promise<FiringAlert[]> {
    const { alerts } = await this.asked<{ alerts: (FiringAlert & { state: string })[] }>('alerts', {});
    return alerts.filter(({ state }) => state === 'firing');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await ended;
  }

  private async asked<T>(what: string, parameters: Record<string, string>): Promise<T> {
    const query = new URLSearchParams(parameters).toString();
    const answer = await fetch(`${this.at}/api/v1/${what}?${query}`);
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string };
    if (status !== 'success') throw new Error(`${what} ${query}: ${error}`);
    return data;
  }
}
