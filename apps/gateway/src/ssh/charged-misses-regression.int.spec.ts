import { outcome, SshDoorFixture } from './ssh-door.fixture.js';

// Whoever asked over SSH for repositories that are not there was not charged for it, and each such question goes to the
// service that knows them.
describe('commands for repositories that are not there', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    const rates = { account: { perSecond: 0.01, burst: 2 } };
    door = await SshDoorFixture.open((_, res) => void res.end(), { rates });
  });
  afterEach(() => door.close());

  it('are charged like others', async () => {
    const client = await door.client();
    const told: string[] = [];
    for (const place of [
      'web/repositories/git/none',
      'none/repositories/git/code',
      'web/repositories/git/code',
    ])
      told.push((await outcome(client, `git-upload-pack 'acme/projects/${place}'`)).err);
    const missing = 'no such repository, or not visible to you\n';
    expect(told).toEqual([
      missing,
      missing,
      expect.stringMatching(/^too many requests, try again in \d+ sec/),
    ]);
    expect(door.opened).toEqual([]);
  });
});
