import { once } from 'node:events';
import tls from 'node:tls';
import { TlsFiles } from '@holdfast/platform/byte-ports';
import { ByteAuthority, replaceFiles } from '@holdfast/platform/testing';
import { Wire } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

// A renewed certificate was shown after a restart only.
describe('the certificate of the public door', () => {
  const door = OpenDoor.ofSuite();
  const connected = async (): Promise<tls.TLSSocket> => {
    const socket = tls.connect({ port: door.port, host: '127.0.0.1', rejectUnauthorized: false });
    door.sockets.push(socket);
    await once(socket, 'secureConnect');
    return socket;
  };
  const shown = async (): Promise<string | undefined> => {
    const socket = await connected();
    const { subjectaltname } = socket.getPeerCertificate();
    socket.destroy();
    return subjectaltname;
  };

  it('is that of the files as they are, and connections that are open stay', async () => {
    const faults: unknown[] = [];
    const files = new ByteAuthority().issue('DNS:first');
    const renewed = new ByteAuthority().issue('DNS:renewed');
    const patient = { head: 60_000, body: 60_000, stall: 60_000 };
    await door.open({ tls: new TlsFiles(files, {}, (error) => faults.push(error)), deadlines: patient });
    const open = await connected();
    expect(await shown()).toBe('DNS:first');
    replaceFiles(files, { ...renewed, key: files.key });
    while (faults.length === 0) await new Promise((done) => setTimeout(done, 50));
    expect(await shown()).toBe('DNS:first');
    replaceFiles(files, renewed);
    while ((await shown()) !== 'DNS:renewed') await new Promise((done) => setTimeout(done, 50));
    const wire = new Wire(open);
    wire.say('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await wire.hear('{}')).toContain('200 OK');
    expect(faults).toHaveLength(1);
  });
});
