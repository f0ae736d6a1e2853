import type { MirrorSent } from '@holdfast/contracts';
import { Problems, type CallContext } from '@holdfast/kernel';
import type { EntityManager } from 'typeorm';
import { MirrorSettings } from './mirror-settings.js';
import type { Jobs } from '../job/jobs.js';
import type { LocalRepositories } from '../placement/local-repositories.js';
import { RemoteAddresses } from './remote-addresses.js';
import type { RemoteChanges } from './remote-changes.js';
import type { RemoteRow } from './remote.entity.js';
import type { RemoteStore } from './remote.store.js';
import { SealedSecrets } from './sealed-secrets.js';

const uuid = '01900000-0000-7000-8000-000000000001';
const secrets = new SealedSecrets([Buffer.alloc(32, 1)]);
const contextOf = (type: 'user' | 'bot'): CallContext => ({
  ...{ requestId: 'r', deadline: 0, address: '192.0.2.1' },
  principal: {
    company: { uuid: 'c', id: 'c' },
    account: { uuid: `the ${type}`, id: 'a', type, email: '', name: '' },
    companyAdmin: false,
    credential: 'key',
  },
});

describe('the settings of a mirror', () => {
  const url = 'https://git.example.org/a.git';
  const there = {
    ...{ repository: uuid, purpose: 'mirror', direction: 'pull', url, username: 'ada', account: 'other' },
    ...{ secret: secrets.seal('s3cret', uuid), interval: 900, enabled: false, error: 'late', failures: 3 },
  } as RemoteRow;
  const wanted = async (
    sent: MirrorSent | null,
    now: RemoteRow | 'none' = there,
    ctx = contextOf('user'),
  ) => {
    const store = { find: () => Promise.resolve(now === 'none' ? undefined : now) } as unknown as RemoteStore;
    const settings = new MirrorSettings(
      ...([store, secrets, new RemoteAddresses([])] as const),
      ...([{} as Jobs, {} as RemoteChanges, {} as LocalRepositories] as const),
    );
    const problems = new Problems();
    const made = await settings.wanted(ctx, { uuid }, sent, problems);
    const row = made && made.row;
    const password = row?.secret ? secrets.open(row.secret, uuid) : row?.secret;
    return { row, password, errors: problems.errors };
  };

  it('stay as they are where nothing is said of them, in the name of who said the rest', async () => {
    const { row, password } = await wanted({ enabled: true, password: '' });
    expect(row).toMatchObject({ direction: 'pull', url, username: 'ada', interval: 900, enabled: true });
    expect(row).toMatchObject({ account: 'the user', credential: null, failures: 0, error: null });
    expect([password, row?.due !== null]).toEqual(['s3cret', true]);
    expect((await wanted({})).row?.due).toBeNull();
    expect((await wanted(null)).row).toBeNull();
  });

  const changes: [what: string, sent: MirrorSent, known: string | null][] = [
    ['another path', { url: 'https://git.example.org/b.git' }, null],
    ['another path and back, as it is compared', { url: 'https://git.example.org/x/../a.git' }, 's3cret'],
    ['the other direction', { direction: 'push' }, null],
    ['another host', { url: 'https://evil.example.org/a.git' }, null],
    ['another port', { url: 'https://git.example.org:8443/a.git' }, null],
    ['no TLS', { url: 'http://git.example.org/a.git' }, null],
    ['another user', { username: 'eve' }, null],
    ['no user', { username: null }, null],
    ['another host and its password', { url: 'https://b.example.org/', password: 'new' }, 'new'],
  ];
  it.each(changes)(
    'keep the password for the address, user and direction that it was given for: %s',
    async (_what, sent, known) => {
      expect((await wanted(sent)).password).toBe(known);
    },
  );

  it('are refused where somebody else has changed the mirror since they were made', async () => {
    const store = {
      ...{ find: () => Promise.resolve(now), put: () => Promise.resolve() },
    } as unknown as RemoteStore;
    const settings = new MirrorSettings(
      ...([store, secrets, new RemoteAddresses([])] as const),
      ...([{} as Jobs, {} as RemoteChanges, {} as LocalRepositories] as const),
    );
    const keep = () => settings.keep({} as EntityManager, { uuid, type: 'git' }, { row: there, from: '1' });
    let now: RemoteRow | undefined;
    await expect(keep()).rejects.toMatchObject({ code: 'unavailable' });
    now = { ...there, version: '2' };
    await expect(keep()).rejects.toMatchObject({ code: 'unavailable' });
    now = { ...there, version: '1' };
    there.version = '1';
    await (
      await keep()
    )();
  });

  it('of a bot name the key by which it acts', async () => {
    const { row } = await wanted({}, there, contextOf('bot'));
    expect(row).toMatchObject({ account: 'the bot', credential: 'key', address: '192.0.2.1' });
  });

  it('of a new one need a direction and an open address', async () => {
    const fresh = async (sent: MirrorSent) => {
      const { row, errors } = await wanted(sent, 'none');
      return row ? 'made' : errors;
    };
    expect(await fresh({ url })).toEqual({ mirror: { empty: true } });
    expect(await fresh({ direction: 'push' })).toEqual({ mirror: { empty: true } });
    for (const closed of ['http://127.0.0.1/', 'ssh://a/b', 'https://a@b/c'])
      expect(await fresh({ direction: 'push', url: closed })).toEqual({ mirror: { invalid: true } });
    expect(await fresh({ direction: 'push', url })).toBe('made');
  });
});
