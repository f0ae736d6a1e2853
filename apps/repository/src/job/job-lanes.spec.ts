import { jest } from '@jest/globals';
import type { JobRow } from './job.entity.js';
import { JobLanes } from './job-lanes.js';
import { RunningJob } from './running-job.js';

describe('places for jobs', () => {
  const elsewhere = { name: 'import', isElsewhere: true };
  const of = (company: string) => ({ company, lowest: false });
  let lanes: JobLanes;
  beforeEach(() => {
    jest.useFakeTimers();
    lanes = new JobLanes({ jobs: 2, elsewhere: 4 });
  });
  afterEach(() => void jest.useRealTimers());

  const begin = (company: string, uuid = `${Math.random()}`): RunningJob => {
    const row = { uuid, company, kind: elsewhere.name, lowest: false } as JobRow;
    const job = new RunningJob(row, () => Promise.resolve());
    job.isCrawling = true;
    lanes.turnsOf(elsewhere).begin(row);
    return job;
  };
  const crawler = (running: RunningJob[], ...companies: string[]) =>
    lanes.crawler(lanes.all[1], running, companies.map(of));
  const minutes = (count: number) => jest.advanceTimersByTime(count * 60_000);

  it('are others for what waits for servers of others', () => {
    const [own, foreign] = lanes.all.map(({ has }) => [has({ name: 'verify' }), has(elsewhere)]);
    expect([own, foreign]).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(lanes.turnsOf({ name: 'verify' })).toBe(lanes.all[0].turns);
    expect(lanes.turnsOf(elsewhere)).toBe(lanes.all[1].turns);
  });

  it('are given to others by one that crawls, after a minute, and only to those whom that helps', () => {
    const running = [begin('a'), begin('a'), begin('b')];
    minutes(1);
    // One is free.
    expect(crawler(running, 'c')).toBeUndefined();
    running.push(begin('b'));
    expect(crawler(running, 'c')).toBe(running[0]);
    // A company that has its half gets one of its own.
    expect(crawler(running, 'b')).toBe(running[2]);
    expect(crawler(running)).toBeUndefined();
    for (const job of running.slice(2)) job.isCrawling = false;
    expect(crawler(running, 'b')).toBeUndefined();
    running[0].isCrawling = false;
    expect(crawler(running, 'c')).toBe(running[1]);
    // Its place is taken first.
    running[1].leave();
    expect(crawler(running, 'c')).toBeUndefined();
  });

  it('are kept twice as long the next time, and at most for eight minutes', () => {
    lanes = new JobLanes({ jobs: 1, elsewhere: 1 });
    for (const turn of [1, 2, 4, 8, 8]) {
      const job = begin('a', 'one');
      minutes(turn - 0.5);
      expect(crawler([job], 'b')).toBeUndefined();
      minutes(0.5);
      expect(crawler([job], 'b')).toBe(job);
      lanes.gave(job);
      lanes.turnsOf(elsewhere).end(job.row);
    }
  });
});
