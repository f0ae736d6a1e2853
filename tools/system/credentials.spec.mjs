import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  brokerLogins,
  ensureCredentials,
  nextLogins,
  readCredentials,
  writeCredentials,
} from './credentials.mjs';
import { layout } from './paths.mjs';

describe('credentials', () => {
  /** @type {import('./paths.mjs').Home} */
  let home;
  const names = ['identity', 'repository', 'artifact', 'gateway', 'operator'];
  const all = () => names.map((name) => readCredentials(home, name));
  /** Makes them the ones in use. @param {ReturnType<typeof nextLogins>} logins */
  const use = (logins = {}) =>
    names.forEach((name) =>
      writeCredentials(home, name, { ...readCredentials(home, name), broker: logins[name] }),
    );

  beforeEach(() => {
    const directory = mkdtempSync(join(tmpdir(), 'credentials-'));
    home = layout(directory);
    for (const each of ['credentials', 'nats']) mkdirSync(join(directory, each));
    ensureCredentials(home);
  });

  afterEach(() => rmSync(home.home, { recursive: true }));

  it('are in a file for each process, random, and nobody else may read them', () => {
    const passwords = all()
      .flatMap(({ broker, database }) => [broker, database])
      .flatMap((each) => each?.password ?? []);
    expect(passwords).toHaveLength(5 + 3);
    expect(new Set(passwords).size).toBe(passwords.length);
    for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/);
    for (const name of names) expect(statSync(home.credentials(name)).mode & 0o777).toBe(0o600);
    const { broker, ...others } = readCredentials(home, 'gateway');
    expect(broker.user).toBe('gateway');
    expect(others).toEqual({});
  });

  it('are made once', () => {
    const made = all();
    ensureCredentials(home);
    expect(all()).toEqual(made);
  });

  it('give the broker logins to come, each used after the one before', () => {
    const told = brokerLogins(home, { fresh: true }).filter(({ name }) => name === 'gateway');
    expect(told).toHaveLength(17);
    expect(told.slice(0, 3).map(({ user }) => user)).toEqual(['gateway', 'gateway-1', 'gateway-2']);
    const next = nextLogins(home);
    expect(next?.gateway).toEqual({ user: 'gateway-1', password: told[1].password });
    use(next);
    expect(nextLogins(home)?.gateway.user).toBe('gateway-2');
  });

  it('are none that the broker was not told of', () => {
    expect(nextLogins(home)).toBeUndefined();
    brokerLogins(home, { fresh: true });
    for (let used = 0; used < 16; used += 1) use(nextLogins(home));
    expect(nextLogins(home)).toBeUndefined();
  });

  it('of the past are forgotten when the broker is told anew, and those that wait where wished', () => {
    const before = brokerLogins(home, { fresh: true });
    use(nextLogins(home));
    /** @param {typeof before} logins */
    const users = (logins) => logins.filter(({ name }) => name === 'artifact').map(({ user }) => user);
    const kept = brokerLogins(home, { fresh: false });
    expect(users(kept)).toEqual(Array.from({ length: 17 }, (_, index) => `artifact-${index + 1}`));
    /** @param {typeof before} logins @param {string} user */
    const passwordIn = (logins, user) => logins.find((login) => login.user === user)?.password;
    expect(passwordIn(kept, 'artifact-2')).toBe(passwordIn(before, 'artifact-2'));
    const fresh = brokerLogins(home, { fresh: true });
    expect(users(fresh)).toEqual(users(kept));
    expect(passwordIn(fresh, 'artifact-1')).toBe(passwordIn(before, 'artifact-1'));
    expect(passwordIn(fresh, 'artifact-2')).not.toBe(passwordIn(before, 'artifact-2'));
  });
});
