import { Passes } from '../session/passes.js';
import type { Login } from './known-logins.fixture.js';
import { outcome, SshDoorFixture, theHostKey } from './ssh-door.fixture.js';

const path = '/acme/projects/web/repositories/git/code.git';

describe('a pass', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open(() => undefined);
  });
  afterEach(() => door.close());

  const ask = async (operation: string, login: Login = 'developer', at = path) =>
    outcome(await door.client(login), `git-lfs-authenticate ${at} ${operation}`);

  it('is given to who may do what it is for', async () => {
    const { code, out, err } = await ask('upload');
    expect([code, err]).toEqual([0, '']);
    const told = JSON.parse(out) as { href: string; header: { Authorization: string }; expires_in: number };
    expect(told).toMatchObject({
      href: 'http://code.example.com/acme/projects/web/repositories/git/code/info/lfs',
      expires_in: 3_600,
    });
    const pass = new Passes([theHostKey]).read(told.header.Authorization);
    expect(pass).toMatchObject({ company: 'acme', kind: 'git', repository: 'code', word: 'upload' });
    expect((await ask('download', 'guest')).code).toBe(0);
    expect(door.opened).toEqual([]);
  });

  it('is given to nobody else', async () => {
    expect(await ask('upload', 'guest')).toEqual({
      ...{ code: 128, out: '' },
      err: 'you may read this repository, but not push to it\n',
    });
    const hidden = { code: 128, out: '', err: 'no such repository, or not visible to you\n' };
    expect(await ask('download', 'developer', path.replace('code', 'none'))).toEqual(hidden);
    expect(await ask('download', 'developer', path.replace('acme', 'other'))).toEqual(hidden);
    expect(await ask('delete')).toMatchObject({ code: 1, out: '' });
  });
});
