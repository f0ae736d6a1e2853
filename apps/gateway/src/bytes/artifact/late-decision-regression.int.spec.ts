import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accessChanged, type FileDecision } from '@holdfast/contracts';
import { ArtifactDoorFixture, ask, plain } from './artifact-door.fixture.js';

/** The decision about a small file waited for seconds in the service; what came of it was sent all the same. */
describe('a file about which is decided late', () => {
  const ended = new Set<string>();
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    ended.clear();
    door = await ArtifactDoorFixture.open({ ended });
  });
  afterEach(() => door.close());

  /** What is answered; `during` is done while it waits to be decided about. */
  const late = async (made: FileDecision, during: () => void): Promise<string> => {
    door.decide = async () => {
      await wait(100);
      during();
      await wait(300);
      return made;
    };
    const wire = await door.dial();
    wire.say(ask('GET', '/a'));
    await wire.hear('\r\n\r\n');
    return wire.heard;
  };
  const loses = (): void => {
    ended.add('developer');
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
  };
  const grant = async (length: number): Promise<FileDecision> => {
    const file = join(door.store, 'blob');
    await writeFile(file, 'a secret'.padEnd(length, '.'));
    return {
      is: 'grant',
      status: 200,
      headers: { 'Content-Length': String(length) },
      file,
      offset: 0,
      length,
    };
  };

  it('is not given to who may not have it any more', async () => {
    const decisions = [plain(200, 'a secret'), await grant(8), await grant(50_000), await grant(3_000_000)];
    for (const made of decisions) {
      ended.clear();
      const heard = await late(made, loses);
      expect(heard).toMatch(/^HTTP\/1\.1 401 /);
      expect(heard).not.toContain('a secret');
    }
  });

  it('is given to who may', async () => {
    expect(await late(plain(200, 'a secret'), () => undefined)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await late(await grant(50_000), () => undefined)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
