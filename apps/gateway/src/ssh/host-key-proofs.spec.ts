import { wireString } from '@holdfast/kernel';
import ssh2, { type Connection } from 'ssh2';
import { HostKeyProofs } from './host-key-proofs.js';
import type { GlobalRequestHandler } from './library-insides.js';
import { freshHostKey } from './ssh-door.fixture.js';

const question = 'hostkeys-prove-00@openssh.com';

/** The connection of a client that has logged in, as far as global requests go. */
class ClientStub {
  readonly replies: ('proved' | 'refused')[] = [];
  readonly forOthers: string[] = [];
  readonly sent: Buffer[] = [];
  readonly _protocol = {
    _kex: { sessionID: Buffer.from('session'), negotiated: { serverHostKey: 'ssh-ed25519' } },
    _kexinit: undefined as unknown,
    _queue: undefined as Buffer[] | undefined,
    _handlers: { GLOBAL_REQUEST: ((_, name) => this.forOthers.push(name)) as GlobalRequestHandler },
    _packetRW: {
      write: {
        allocStart: 0,
        alloc: (length: number) => Buffer.alloc(length),
        finalize: (all: Buffer) => all,
      },
    },
    _cipher: { encrypt: (packet: Buffer) => this.sent.push(packet) },
    requestSuccess: () => this.replies.push('proved'),
    requestFailure: () => this.replies.push('refused'),
  };

  asks(name: string, data: unknown, wantReply = true): void {
    this._protocol._handlers.GLOBAL_REQUEST(this._protocol as never, name, wantReply, data);
  }
}

describe('a question for host keys', () => {
  const [one, other, foreign] = [freshHostKey(), freshHostKey(), freshHostKey()].map((key) => {
    const parsed = ssh2.utils.parseKey(key);
    if (parsed instanceof Error) throw parsed;
    return { key, shown: wireString(parsed.getPublicSSH()) };
  });
  const proofs = new HostKeyProofs([one.key, other.key]);
  const told = (): ClientStub => {
    const client = new ClientStub();
    proofs.tell(client as unknown as Connection);
    return client;
  };

  it('is answered once', () => {
    const client = told();
    client.asks(question, Buffer.concat([other.shown, one.shown]));
    client.asks(question, one.shown);
    expect(client.replies).toEqual(['proved', 'refused']);
  });

  it.each([
    ['of none', Buffer.alloc(0)],
    ['of one twice', Buffer.concat([one.shown, one.shown])],
    ['of a foreign one', foreign.shown],
    ['of ours and a foreign one', Buffer.concat([one.shown, foreign.shown])],
    ['of more than there are', Buffer.concat([one.shown, other.shown, one.shown])],
    ['that is cut', one.shown.subarray(0, -1)],
    ['whose length is too large', Buffer.from([255, 255, 255, 255, 1])],
  ])('%s is refused', (_, data) => {
    const client = told();
    client.asks(question, data);
    expect(client.replies).toEqual(['refused']);
  });

  it('leaves all other requests to the library', () => {
    const client = told();
    client.asks('keepalive@openssh.com', Buffer.alloc(0));
    client.asks(question, one.shown, false);
    expect(client.forOthers).toEqual(['keepalive@openssh.com', question]);
    expect(client.replies).toEqual([]);
  });

  it('is invited by all keys, after an exchange of keys that goes on', () => {
    const all = Buffer.concat([one.shown, other.shown]);
    const client = told();
    expect(client.sent[0].subarray(-all.length)).toEqual(all);
    client._protocol._kexinit = Buffer.alloc(1);
    proofs.tell(client as unknown as Connection);
    expect(client.sent).toHaveLength(1);
    expect(client._protocol._queue).toEqual(client.sent);
  });
});
