import { EventEmitter } from 'node:events';
import type { Session } from 'ssh2';
import { onRequest, type SessionRequest } from './session-requests.js';

describe('a session', () => {
  let session: EventEmitter;
  let taken: SessionRequest[];
  beforeEach(() => {
    session = new EventEmitter();
    taken = [];
    onRequest(session as unknown as Session, (request) => taken.push(request));
  });

  /** The library hands over by what the client is answered, and the channel of what begins. */
  const set = (key: string, val: string): boolean =>
    session.emit('env', () => undefined, undefined, { key, val });
  const begin = (word: string, told?: object, channel: unknown = 'a channel'): boolean =>
    session.emit(word, () => channel, undefined, told);
  const kept = (): SessionRequest['environment'] | undefined => {
    begin('exec', { command: 'ls' });
    return taken.at(-1)?.environment;
  };

  it('begins a command with the variables that were set before it', () => {
    set('GIT_PROTOCOL', 'version=1');
    set('GIT_PROTOCOL', 'version=2');
    begin('exec', { command: "git-upload-pack 'x'" });
    const environment = { GIT_PROTOCOL: 'version=2' };
    expect(taken).toEqual([{ channel: 'a channel', command: "git-upload-pack 'x'", environment }]);
  });

  it.each([
    ['shell', undefined],
    ['subsystem', { name: 'sftp' }],
  ])('has no command where a %s is asked for', (word, told) => {
    begin(word, told);
    expect(taken).toEqual([{ channel: 'a channel', environment: {} }]);
  });

  it.each([
    ['exec', { command: 'ls' }],
    ['shell', undefined],
    ['subsystem', { name: 'sftp' }],
  ])('begins nothing where the client has ended it before its %s', (word, told) => {
    session.emit(word, () => undefined, undefined, told);
    expect(taken).toEqual([]);
  });

  it('keeps sixteen variables and no more', () => {
    const names = Array.from({ length: 17 }, (_, at) => `V_${String.fromCharCode(65 + at)}`);
    for (const name of names) set(name, name);
    expect(Object.keys(kept() ?? {})).toEqual(names.slice(0, 16));
  });

  it('keeps variables of 1,024 bytes, and none that is longer', () => {
    set('SHORT', 'x'.repeat(1_024));
    set('LONG', 'x'.repeat(1_025));
    set('WIDE', 'ü'.repeat(513));
    expect(kept()).toEqual({ SHORT: 'x'.repeat(1_024) });
  });

  it.each([
    ['A', true],
    ['LC_ALL', true],
    ['A'.repeat(64), true],
    ['A'.repeat(65), false],
    ['', false],
    ['lower', false],
    ['__proto__', false],
    ['A1', false],
    ['A\n', false],
    ['A=B', false],
  ])('keeps a variable %j: %s', (name, isKept) => {
    set(name, 'x');
    expect(Object.entries(kept() ?? {})).toEqual(isKept ? [[name, 'x']] : []);
  });

  it('grants a terminal, for the sake of who asks for a shell', () => {
    let granted = 0;
    session.emit('pty', () => (granted += 1), undefined, {});
    // The client wants no answer.
    session.emit('pty', undefined, undefined, {});
    session.emit('env', undefined, undefined, { key: 'A', val: 'x' });
    expect([granted, kept()]).toEqual([1, { A: 'x' }]);
  });
});
