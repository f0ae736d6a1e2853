import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { healthPortOf } from '../clients/health-ports.js';
import { parts, type ServiceProcess } from '../clients/process-doors.js';
import { newCompany, newProject, newRepository } from '../world.js';

interface Documented {
  labels: string[];
  by: readonly ServiceProcess[];
}

/** Who counts something, in the words of the guide. */
const partsIn = (words: string): readonly ServiceProcess[] => {
  if (words === 'all') return parts;
  const except = /^all but (?:the )?(\w+)$/.exec(words)?.[1];
  return parts.filter((part) => (except ? part !== except : words.split(', ').includes(part)));
};

/** The table of the guide, by name. */
const documented = new Map<string, Documented>(
  [
    ...readFileSync(join(import.meta.dirname, '../../../docs/guides/operating.md'), 'utf8').matchAll(
      /^\| `(holdfast_\w+)` +\| ([^|]*)\| ([^|]*)\|/gm,
    ),
  ].map(([, name, labels, by]) => [
    name,
    { labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label), by: partsIn(by.trim()) },
  ]),
);

const scraped = async (part: ServiceProcess): Promise<string[]> => {
  const answer = await fetch(`http://127.0.0.1:${healthPortOf(part)}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return (await answer.text()).split('\n').filter((line) => line.includes('holdfast_'));
};

const typed = (lines: string[]): string[] =>
  lines.flatMap((line) => /^# TYPE (holdfast_\w+)/.exec(line)?.[1] ?? []);

/** The name of the metric that a line is of, and its labels. */
const sampled = (line: string): { name: string; labels: string[]; values: string[] } => {
  const [, series, said = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
  const pairs = [...said.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'le');
  const name = documented.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, '');
  return { name, labels: pairs.map(([, label]) => label), values: pairs.map(([, , value]) => value) };
};

describe('The metrics of an installation', () => {
  it('are those that the guide names, of each part, and name nobody', async () => {
    const person = await newCompany();
    const project = await newProject(person);
    const { url } = await newRepository(person, project, 'maven');
    const content = Buffer.alloc(300_000, 'x');
    const file = `${url}/org/example/counted/1.0/counted-1.0.jar`;
    expect((await ask('PUT', file, person, { body: content })).status).toBe(201);
    expect((await (await ask('GET', file, person)).arrayBuffer()).byteLength).toBe(content.length);
    await must(person.api.get(project.path));
    for (const part of parts) {
      const lines = await scraped(part);
      const missing = [...documented].filter(
        ([name, { by }]) => by.includes(part) && !typed(lines).includes(name),
      );
      expect([part, missing.map(([name]) => name)]).toEqual([part, []]);
      const samples = lines.filter((line) => !line.startsWith('#')).map(sampled);
      const surplus = samples.filter(({ name, labels }) => {
        const known = documented.get(name);
        return !known?.by.includes(part) || labels.some((label) => !known.labels.includes(label));
      });
      expect([part, surplus]).toEqual([part, []]);
      const values = new Set(samples.flatMap((sample) => sample.values));
      for (const own of [person.company, person.id]) expect([part, values.has(own)]).toEqual([part, false]);
    }
  });

  it('count what was asked', async () => {
    const lines = await scraped('gateway');
    const value = (begins: string): number =>
      Number(
        lines
          .find((line) => line.startsWith(begins))
          ?.split(' ')
          .at(-1) ?? 0,
      );
    const transfers = 'kind="maven",door="http",service=';
    expect(value(`holdfast_transfer_received_bytes_total{${transfers}"upload"}`)).toBeGreaterThanOrEqual(
      300_000,
    );
    expect(value(`holdfast_transfer_sent_bytes_total{${transfers}"download"}`)).toBeGreaterThanOrEqual(
      300_000,
    );
    const durations = 'holdfast_api_request_duration_seconds_count';
    expect(value(`${durations}{operation="project.create",status="2xx"}`)).toBeGreaterThan(0);
    expect(value('holdfast_cache_hits_total{cache="sessions"}')).toBeGreaterThan(0);
    const asked = (await scraped('repository')).find((line) =>
      line.startsWith('holdfast_call_duration_seconds_count{question="repository.repository.create.v1"'),
    );
    expect(asked).toBeDefined();
  });
});
