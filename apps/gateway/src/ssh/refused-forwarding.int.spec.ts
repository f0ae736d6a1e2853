import type { Client, ExecOptions } from 'ssh2';
import { outcome, SshDoorFixture } from './ssh-door.fixture.js';

const fetching = "git-upload-pack 'acme/projects/web/repositories/git/code'";

/** Why a client does not begin a command with these options. */
const refusal = (client: Client, options: ExecOptions & { agentForward?: boolean }): Promise<unknown> =>
  new Promise((resolve) =>
    // The library asks for its agent to be forwarded where it has one.
    Object.assign(client, { _agent: {} }).exec(fetching, options, (error) => resolve(error?.message)),
  );

describe('the SSH door', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((_, res) => void res.end('the refs'));
  });
  afterEach(() => door.close());

  it.each([
    ['agent', { agentForward: true }, 'Unable to request agent forwarding'],
    ['display', { x11: true }, 'Unable to request X11'],
  ])('forwards no %s, and serves who asked for that', async (_, options, why) => {
    const client = await door.client();
    expect(await refusal(client, options)).toBe(why);
    expect(door.opened).toEqual([]);
    expect((await outcome(client, fetching)).out).toBe('the refs');
  });
});
