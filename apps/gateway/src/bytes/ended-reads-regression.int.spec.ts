import type { ServerResponse } from 'node:http';
import { accessChanged, type OpenedTransfer, type StandingAnswer } from '@holdfast/contracts';
import type { ProjectRole } from '@holdfast/kernel';
import { basic, DoorFixture, eventually, callerCalled } from './byte-door.fixture.js';
import { standingIn } from './known-callers.fixture.js';

const fetching = (who: 'guest' | 'developer'): string =>
  `POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n${basic(who)}` +
  'Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 0\r\n\r\n';

// What somebody had begun to read came to its end, however slowly he read it, when his role was long gone.
describe('what is read when the right to it ends', () => {
  let door: DoorFixture;
  let answers: ServerResponse[];
  let opening: Promise<void>;
  let now: StandingAnswer | undefined;
  const ended = new Set<string>();

  beforeEach(async () => {
    answers = [];
    opening = Promise.resolve();
    now = undefined;
    ended.clear();
    door = await DoorFixture.open(
      (_, response) => {
        response.write('a beginning');
        answers.push(response);
      },
      (address) => async (): Promise<OpenedTransfer> => {
        await opening;
        return { address, ticket: 't' };
      },
      { ended, standing: (login) => now ?? standingIn(ended)(login) },
    );
  });
  afterEach(() => door.close());

  const begun = async (who: 'guest' | 'developer') => {
    const wire = await door.dial();
    wire.say(fetching(who));
    await wire.hear('a beginning');
    return wire;
  };
  const changed = (account: string): void =>
    door.tell(accessChanged, { company: 'company', accounts: [account] });

  it('breaks off, and what others read goes on', async () => {
    const [own, other] = [await begun('guest'), await begun('developer')];
    ended.add('guest');
    changed('guest');
    await eventually(() => own.ended);
    await eventually(() => answers[0].destroyed);
    answers[1].end(' and an end');
    await other.hear(' and an end');
  });

  it('breaks off, though nobody could say at first whether it may go on', async () => {
    const wire = await begun('guest');
    ended.add('?');
    changed('guest');
    await eventually(() => !ended.has('?'));
    ended.add('guest');
    await eventually(() => wire.ended);
  });

  it.each([
    ['too many wait for that', '429'],
    ['each is taken for a wrong one', 'guest'],
  ])('breaks off by his rights alone where his password is not checked: %s', async (_, sign) => {
    const wire = await begun('guest');
    ended.add(sign);
    const standing = (...roles: ProjectRole[]): StandingAnswer => ({
      caller: callerCalled('guest'),
      project: { uuid: 'web', id: 'web', deleted: false, visibility: 'members', roles },
    });
    now = standing('guest');
    changed('guest');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(wire.ended).toBe(false);
    now = standing();
    changed('guest');
    await eventually(() => wire.ended);
  });

  it('goes on where the caller may still have it', async () => {
    const wire = await begun('guest');
    changed('guest');
    changed('developer');
    await new Promise((resolve) => setImmediate(resolve));
    answers[0].end(' and an end');
    await wire.hear(' and an end');
  });

  it('is refused where that is told before it has begun', async () => {
    let go = (): void => undefined;
    opening = new Promise((resolve) => (go = resolve));
    const wire = await door.dial();
    wire.say(fetching('guest'));
    const second = await door.dial();
    second.say(`GET /acme/projects/no HTTP/1.1\r\nHost: x\r\n${basic('guest')}\r\n`);
    ended.add('guest');
    await second.hear('HTTP/1.1 404 ');
    changed('guest');
    await new Promise((resolve) => setTimeout(resolve, 50));
    go();
    await wire.hear('HTTP/1.1 401 credentials not valid any more');
    expect(wire.heard).not.toContain('a beginning');
  });
});
