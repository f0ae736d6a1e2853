import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { proxyHeader, takeProxyHeader } from './proxy-header.js';

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const binary = (command: number, family: number, payload: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length);
  return Buffer.concat([signature, Buffer.of(0x20 | command, (family << 4) | 1), length, payload]);
};
const four = Buffer.from([192, 0, 2, 7, 10, 0, 0, 1, 0, 99, 0, 22]);
const six = Buffer.concat([Buffer.from('20010db8000000000000000000000001', 'hex'), Buffer.alloc(20)]);

describe('the header of a load balancer', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['of IPv4', Buffer.from('PROXY TCP4 192.0.2.7 10.0.0.1 99 22\r\n'), '192.0.2.7'],
    ['of IPv6', Buffer.from('PROXY TCP6 2001:db8::1 ::1 99 22\r\n'), '2001:db8::1'],
    ['of nobody', Buffer.from('PROXY UNKNOWN whatever\r\n'), undefined],
    ['of IPv4 in version 2', binary(1, 1, four), '192.0.2.7'],
    ['of IPv6 in version 2', binary(1, 2, Buffer.concat([six, Buffer.from('more')])), '2001:db8:0:0:0:0:0:1'],
    ['of its own in version 2', binary(0, 1, four), undefined],
  ])('is read: %s', (_, header, address) => {
    const found = proxyHeader(Buffer.concat([header, Buffer.from('SSH-2.0-x\r\n')]));
    expect(found).toEqual({ ...(address === undefined ? {} : { address }), length: header.length });
    for (const length of [0, 3, header.length - 1])
      expect(proxyHeader(header.subarray(0, length))).toBe('more');
  });

  it('is none where a client speaks', () => {
    expect(proxyHeader(Buffer.from('SSH-2.0-OpenSSH'))).toBe('none');
  });

  it.each([
    Buffer.from('PROXY TCP4 2001:db8::1 ::1 99 22\r\n'),
    Buffer.from('PROXY TCP4\r\n'),
    Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`),
    binary(1, 1, four.subarray(0, 4)),
    binary(1, 3, four),
    Buffer.concat([signature, Buffer.of(0x11, 0x11, 0, 12), four]),
  ])('is refused where it cannot be read', (header) => {
    expect(() => proxyHeader(header)).toThrow('PROXY');
  });

  it('is taken off a connection, whose client is heard behind it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('PROXY TCP4 192.0.2.7 10.0.0.1');
    const socket = await arrived;
    const taking = takeProxyHeader(socket);
    client.write(' 99 22\r\nSSH-2.0-x');
    expect(await taking).toBe('192.0.2.7');
    const heard = await new Promise<Buffer>((resolve) => socket.once('data', resolve).resume());
    expect(heard.toString()).toBe('SSH-2.0-x');
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
