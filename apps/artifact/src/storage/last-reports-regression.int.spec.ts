import { randomBytes } from 'node:crypto';
import { repositoryCalls, type ReportStorage } from '@holdfast/contracts';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { BytePort } from '../transfer/byte-port.js';

// Sums were told until transfers had their time to the end, and not after it: for an hour nobody knew what they stored.
describe('a process that ends', () => {
  it('tells what repositories store when its last upload has ended', async () => {
    const told: ReportStorage['usages'][number][] = [];
    const ledger = (subject: string, input: unknown): void => {
      if (subject === repositoryCalls.reportStorage) told.push(...(input as ReportStorage).usages);
    };
    const system = await ArtifactSystem.start({ ledger });
    const repository = system.repository();
    const port = system.replicas[0].part(BytePort);
    const drain = port.beforeApplicationShutdown.bind(port);
    const stored: number[] = [];
    port.beforeApplicationShutdown = async () => {
      stored.push((await system.put('/a', randomBytes(100), { repository })).status);
      await drain();
    };
    await system.stop();
    expect(stored).toEqual([201]);
    expect(told).toEqual([expect.objectContaining({ repository: repository.uuid, bytes: 100 })]);
  });
});
