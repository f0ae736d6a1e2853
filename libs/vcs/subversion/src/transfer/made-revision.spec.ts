import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushReport } from '@holdfast/vcs-spi';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { madeRevision } from './made-revision.js';

describe('a revision whose server was ended', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'made-'));
    await mkdir(join(directory, 'db'));
    await youngestIs(1);
  });
  afterEach(() => rm(directory, { recursive: true }));

  const youngestIs = (revision: number) => writeFile(join(directory, 'db/current'), `${revision}\n`);
  const ended = new BodyFailure('refused', 403, 'not yours');
  /** `atLast`: what the server has still done when it is gone. */
  const made = async (atLast: () => Promise<void>) => {
    const reports: PushReport[] = [];
    const gate = {
      stands: () => Promise.resolve({ allowed: true as const }),
      decide: () => Promise.resolve({ accepted: true as const }),
      ended: (report: PushReport) => Promise.resolve(void reports.push(report)),
    };
    const exchange = { method: 'MERGE', path: '/', headers: {} };
    const owner = { company: 'acme', account: 'ann' };
    const grant = { kind: 'subversion', service: 'write', exchange, directory, owner };
    const left: Promise<void>[] = [];
    const relay = (): Promise<void> => {
      left.push(new Promise<void>((resolve) => setTimeout(resolve, 50)).then(atLast));
      return Promise.reject(ended);
    };
    const outcome = await madeRevision(
      gate,
      { grant: { ...grant, repository: 'r', principal: 'ann' }, left },
      new AbortController().signal,
      relay,
    ).catch((error: unknown) => error);
    return { outcome, reports };
  };

  it('is none where it is not there when the server is gone', async () => {
    const { outcome, reports } = await made(() => Promise.resolve());
    expect([outcome, reports]).toMatchObject([ended, [{ accepted: true, changed: false, done: false }]]);
  });

  it('is told of where it is there, and counts', async () => {
    const { outcome, reports } = await made(() => youngestIs(2));
    expect(outcome).toMatchObject({ status: 403, message: 'the commit was made, but: not yours' });
    expect(reports).toMatchObject([{ accepted: true, changed: true, done: true }]);
  });
});
