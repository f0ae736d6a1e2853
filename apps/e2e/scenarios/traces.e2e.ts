import { join } from 'node:path';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { newTrace, TraceCollector, wayTo, type CollectedSpan } from '../clients/trace-collector.js';
import { eventually, scratch } from '../scratch.js';
import { collector as place } from '../system.js';
import { newCompany, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

describe('The trace of a request', () => {
  let collector: TraceCollector;
  let person: Person;
  let project: ProjectAt;
  /** The traces of which parts were asked for. */
  const wanted = new Set<string>();
  const begun = (): ReturnType<typeof newTrace> => {
    const made = newTrace();
    wanted.add(made.trace);
    return made;
  };

  beforeAll(async () => {
    person = await newCompany();
    project = await newProject(person);
    collector = await TraceCollector.open(place);
  });
  afterAll(() => collector.close());

  /** The ways to spans of a trace, once one that is `sought` is among them. */
  const ways = async (
    { trace, span: root }: { trace: string; span: string },
    sought: RegExp,
  ): Promise<string[]> => {
    const found = (): string[] => {
      const spans: CollectedSpan[] = collector.of(trace);
      return spans.map((span) => wayTo(spans, span, root).join(' > '));
    };
    const whole = (): Promise<string[] | undefined> => {
      const all = found();
      return Promise.resolve(
        all.some((way) => sought.test(way)) && !all.some((way) => way.includes('lost:')) ? all : undefined,
      );
    };
    return eventually(whole, 60_000).catch(() => found());
  };

  it('goes from HTTP over NATS to the statements of a service', async () => {
    const trace = begun();
    const { traceparent } = trace;
    const headers = { traceparent, tracestate: 'evil=1' };
    await must(person.api.get(`${project.path}/repositories`, { headers }));
    const list = 'repository.repository.list.v1';
    const all = await ways(trace, /list\.v1 > repository: [a-z]/);
    const way = `gateway: GET /projects/:project_id/repositories > gateway: ${list} > repository: ${list} > repository: `;
    expect(all).toContainEqual(expect.stringMatching(new RegExp(`^${way.replaceAll('.', '\\.')}[a-z]+`)));
    expect(collector.said).not.toContain('evil');
  });

  it('of a push goes over NATS to git, and to what decides about it', async () => {
    const repository = await newRepository(person, project);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    const trace = begun();
    const header = `http.extraHeader=traceparent: ${trace.traceparent}`;
    const pushed = await copy.git('-c', header, 'push', '-q', person.in(repository.url), 'main');
    expect(pushed.status).toBe(0);
    const all = await ways(trace, /decide > repository: /);
    const begins = (way: string): unknown => expect.stringMatching(new RegExp(`^${way}`));
    const open = 'repository\\.transfer\\.open\\.v1';
    expect(all).toContainEqual(begins(`gateway: http git push > gateway: ${open} > repository: ${open}`));
    const exchange = 'gateway: http git push > repository: exchange git receive-pack';
    expect(all).toContainEqual(begins(`${exchange} > repository: git receive-pack`));
    expect(all).toContainEqual(begins(`${exchange} > repository: decide > repository: `));
    for (const own of [
      person.id,
      person.company,
      person.password,
      repository.id,
      repository.uuid,
      project.id,
    ])
      expect([own, collector.said.includes(own)]).toEqual([own, false]);
    expect(collector.said).not.toContain('@');
  });

  it('is not recorded where its caller does not record it, or says nothing', async () => {
    const { trace, traceparent } = newTrace();
    await must(person.api.get(project.path, { headers: { traceparent: traceparent.replace(/01$/, '00') } }));
    await must(person.api.get(project.path, { headers: { traceparent: 'nonsense' } }));
    await must(person.api.get(project.path));
    const last = begun();
    await must(person.api.get(project.path, { headers: { traceparent: last.traceparent } }));
    await ways(last, /^gateway: GET/);
    expect(collector.of(trace)).toEqual([]);
    // Of what says nothing nothing came: all is part of what was wanted here.
    expect(collector.spans.filter(({ traceId }) => !wanted.has(traceId))).toEqual([]);
  });
});
