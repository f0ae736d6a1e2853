import type { ServerResponse } from 'node:http';
import { accessChanged, identityCalls, repositoryCalls, type ResolveRepository } from '@holdfast/contracts';
import { DomainError, type CallContext, type ProjectScope } from '@holdfast/kernel';
import { basic, callerCalled, DoorFixture, eventually, type Wire } from './byte-door.fixture.js';

const projectOf = (uuid: string, ...roles: ProjectScope['roles']): ProjectScope => ({
  ...{ uuid, id: 'web', deleted: false, visibility: 'members', roles },
});

// What was being read was judged by its address, which its reader gave to a project of his own, and in his turn, which
// he kept from coming by asking for much.
describe('what is read at an address', () => {
  let door: DoorFixture;
  let answers: ServerResponse[];
  /** What is at the address, and how its reader stands to the project that was there first. */
  let there: ProjectScope;
  let first: ProjectScope;
  /** Nothing is answered in his turn. */
  let isFlooded: boolean;

  const answered = (subject: string, input: ResolveRepository, ctx: CallContext): unknown => {
    if (subject === identityCalls.verifyPassword) return { principal: callerCalled('guest') };
    if (subject === identityCalls.callerNow)
      return { caller: ctx.principal, ...(ctx.project?.uuid === first.uuid && { project: first }) };
    if (ctx.principal && isFlooded) throw DomainError.unavailable('too much is asked at the same time');
    if (subject === identityCalls.projectAccess) return { project: there };
    if (subject !== repositoryCalls.resolve) return undefined;
    const repository = {
      uuid: `code of ${input.project}`,
      id: 'code',
      type: 'git',
      node: 'n',
      deleted: false,
    };
    return ['code', repository.uuid].includes(input.id) ? { repository } : {};
  };

  beforeEach(async () => {
    answers = [];
    there = first = projectOf('first', 'guest');
    isFlooded = false;
    door = await DoorFixture.open(
      (_, response) => {
        response.write('a beginning');
        answers.push(response);
      },
      (address) => (subject, input, ctx) => answered(subject, input, ctx) ?? { address, ticket: 't' },
      { asks: true, transfers: { upload: 1, download: 1, fetch: 1, push: 1 } },
    );
  });
  afterEach(() => door.close());

  const asked = async (): Promise<Wire> => {
    const wire = await door.dial();
    const path = '/acme/projects/web/repositories/git/code/git-upload-pack';
    const type = 'Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 0\r\n';
    wire.say(`POST ${path} HTTP/1.1\r\nHost: x\r\n${basic('guest')}${type}\r\n`);
    return wire;
  };
  const begun = async (): Promise<Wire> => {
    const wire = await asked();
    await wire.hear('a beginning');
    return wire;
  };
  const changed = (): void => door.tell(accessChanged, { company: 'company', accounts: ['guest'] });

  it('goes on while he may have it, also when something else is there', async () => {
    const wire = await begun();
    there = projectOf('second', 'admin');
    changed();
    await new Promise((resolve) => setTimeout(resolve, 100));
    answers[0].end(' and an end');
    await wire.hear(' and an end');
  });

  it('breaks off when his right to it ends, though he may have what is there now', async () => {
    const wire = await begun();
    there = projectOf('second', 'admin');
    first = projectOf('first');
    changed();
    await eventually(() => wire.ended);
  });

  it('breaks off at once, however much he asks for', async () => {
    const wire = await begun();
    isFlooded = true;
    first = projectOf('first');
    const from = Date.now();
    changed();
    await eventually(() => wire.ended);
    expect(Date.now() - from).toBeLessThan(900);
  });

  it('is not what is there when the turn of a request has come, but what was there before', async () => {
    await begun();
    const next = await asked();
    await new Promise((resolve) => setTimeout(resolve, 100));
    there = projectOf('second', 'admin');
    door.tell(accessChanged, { company: 'company', projects: ['first'] });
    answers[0].end();
    expect(await next.hear('\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
