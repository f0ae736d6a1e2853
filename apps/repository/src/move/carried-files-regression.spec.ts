import { jest } from '@jest/globals';
import { TooManyFiles } from '@holdfast/platform/files';
import { BytePeers, loopbackPeers } from '@holdfast/platform/byte-ports';
import { VcsRefusal, type VcsEngine } from '@holdfast/vcs-spi';
import { Departures } from '../byte-process/departures.js';
import { JobFailure, JobKinds, type JobAtWork } from '../job/job-kinds.js';
import type { Placement } from '../placement/placement.js';
import { Departure } from '../relocation/departure.js';
import type { StorageNodes } from '../storage-node/storage-nodes.js';
import { moveJob, MoveJobs, type AskedMove } from './move-jobs.js';
import type { RepositoryMover } from './repository-mover.js';

// The move of a repository of some million files ended the byte process, with the transfers of all, five times for each
// job.
describe('the move of a repository of too many files', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is refused by the byte process', async () => {
    jest.spyOn(Departure.prototype, 'round').mockRejectedValue(new TooManyFiles(9));
    const departures = new Departures(new BytePeers(loopbackPeers));
    const destination = { address: 'http://127.0.0.1:1', ticket: 't', path: '/' };
    departures.begin({ name: 'n', kind: 'git', directory: '/none', destination }, {} as VcsEngine);
    const refusal = new VcsRefusal('too_large', 'it has more than 9 files and directories');
    await expect(departures.copy('n')).rejects.toThrow(refusal);
    await expect(departures.copy('n')).rejects.toMatchObject({ code: 'too_large' });
    departures.end('n');
  });

  it('is not tried again', async () => {
    const kinds = new JobKinds();
    const move = () => Promise.reject(new VcsRefusal('too_large', 'it has more than 9 files'));
    const [placement, nodes] = [{ node: 'a' } as Placement, {} as StorageNodes];
    new MoveJobs(kinds, placement, { move } as unknown as RepositoryMover, nodes);
    const job = {
      ...{ repository: { node: 'a' }, payload: { target: 'b' }, tell: () => undefined },
      signal: new AbortController().signal,
    } as unknown as JobAtWork<AskedMove>;
    const failure = new JobFailure('it has more than 9 files');
    await expect(kinds.handlerOf(moveJob.name)(job)).rejects.toThrow(failure);
    await expect(kinds.handlerOf(moveJob.name)(job)).rejects.toBeInstanceOf(JobFailure);
  });
});
