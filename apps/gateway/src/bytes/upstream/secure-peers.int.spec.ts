import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import {
  BytePeers,
  byteServer,
  ByteTls,
  loopbackPeers,
  type ByteTlsFiles,
} from '@holdfast/platform/byte-ports';
import { log } from '@holdfast/platform/observability';
import { ByteAuthority, replaceFiles } from '@holdfast/platform/testing';
import { asked, takenBody } from './exchange.fixture.js';
import { connectOnlyTo, Upstream } from './upstream.js';

const body = randomBytes(3_000_000);

describe('bytes with TLS on both sides', () => {
  const authority = new ByteAuthority();
  const stranger = new ByteAuthority();
  let server: Server | undefined;
  let faults: unknown[];

  beforeEach(() => {
    faults = [];
    jest.spyOn(log, 'error').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    connectOnlyTo(new BytePeers(loopbackPeers));
    jest.restoreAllMocks();
    server?.closeAllConnections();
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
  });

  const tlsOf = (files: ByteTlsFiles): ByteTls => new ByteTls(files, (error) => faults.push(error));
  const serve = (_request: IncomingMessage, response: ServerResponse): void => void response.end(body);
  const listen = async (files: ByteTlsFiles): Promise<string> => {
    const made = byteServer(tlsOf(files), {}, serve);
    server = made;
    await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
    return `https://127.0.0.1:${(made.address() as AddressInfo).port}`;
  };
  const get = (address: string): Upstream => asked({ method: 'GET', address, ticket: 't', headers: {} });
  const isServed = async (address: string): Promise<boolean> => {
    const upstream = get(address);
    await upstream.head;
    return (await takenBody(upstream))?.equals(body) ?? false;
  };

  it('are what they were, again and again over one connection', async () => {
    const address = await listen(authority.issue('IP:127.0.0.1'));
    let connections = 0;
    server?.on('secureConnection', () => (connections += 1));
    connectOnlyTo(new BytePeers(['https://127.0.0.1:*'], tlsOf(authority.issue('DNS:gateway'))));
    for (let left = 5; left > 0; left -= 1) expect(await isServed(address)).toBe(true);
    expect(connections).toBe(1);
  });

  it.each([
    ['of another authority', () => stranger.issue('IP:127.0.0.1'), '127.0.0.1:*', /certificate/],
    ['for another name', () => authority.issue('DNS:node'), '127.0.0.1:*', /IP: 127\.0\.0\.1 is not/],
    [
      'for another than is listed',
      () => authority.issue('DNS:a.ns'),
      'b.ns=127.0.0.1:*',
      /Host: b\.ns\. is not/,
    ],
  ])('are not taken from who has a certificate %s', async (_, files, allowed, problem) => {
    const address = await listen(files());
    connectOnlyTo(new BytePeers([allowed], tlsOf(authority.issue('DNS:gateway'))));
    await expect(get(address).head).rejects.toThrow(problem);
  });

  it('are taken from an address whose certificate is for the name that is listed', async () => {
    const address = await listen(authority.issue('DNS:a.ns'));
    connectOnlyTo(new BytePeers(['a.ns=127.0.0.1:*'], tlsOf(authority.issue('DNS:gateway'))));
    expect(await isServed(address)).toBe(true);
  });

  it('are not given to who has no certificate, or one of another authority', async () => {
    const address = await listen(authority.issue('IP:127.0.0.1'));
    const gateway = stranger.issue('DNS:gateway');
    // Which trusts the server, and is not trusted by it.
    const mixed = { ...gateway, ca: authority.issue('DNS:x').ca };
    connectOnlyTo(new BytePeers(['127.0.0.1:*'], tlsOf(mixed)));
    await expect(get(address).head).rejects.toThrow();
    const { port } = new URL(address);
    const heard = await new Promise<string>((done) => {
      let text = '';
      const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
      socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
      socket.on('error', () => undefined).on('close', () => done(text));
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    expect(heard).toBe('');
  });

  it('are not fetched without it where the list wants it, nor with it by who has no files', () => {
    connectOnlyTo(new BytePeers(['https://127.0.0.1:*'], tlsOf(authority.issue('DNS:gateway'))));
    expect(() => get('http://127.0.0.1:1')).toThrow();
    connectOnlyTo(new BytePeers(['127.0.0.1:*']));
    expect(() => get('https://127.0.0.1:1')).toThrow();
  });

  it('go on with other files once they have been replaced, and with those before while they do not fit', async () => {
    const [here, there] = [authority.issue('DNS:replaced'), authority.issue('IP:127.0.0.1')];
    const address = await listen(there);
    connectOnlyTo(new BytePeers(['127.0.0.1:*'], tlsOf(here)));
    expect(await isServed(address)).toBe(true);
    const mismatch = { ...stranger.issue('DNS:gateway'), key: stranger.issue('DNS:other').key };
    // A CA file of its own for each side, since those of an authority are one file.
    const [ownHere, ownThere] = [here, there].map((files, at) => {
      const own = new ByteAuthority().issue(`DNS:own-${at}`);
      replaceFiles(own, files);
      return own;
    });
    server?.closeAllConnections();
    await new Promise((done) => server?.close(done));
    const again = await listen(ownThere);
    connectOnlyTo(new BytePeers(['127.0.0.1:*'], tlsOf(ownHere)));
    expect(await isServed(again)).toBe(true);
    replaceFiles(ownThere, mismatch);
    server?.closeAllConnections();
    await sleep(2_200);
    expect(await isServed(again)).toBe(true);
    expect(faults).toHaveLength(1);
    replaceFiles(ownThere, stranger.issue('IP:127.0.0.1'));
    server?.closeAllConnections();
    await sleep(2_200);
    await expect(get(again).head).rejects.toThrow();
    replaceFiles(ownHere, stranger.issue('DNS:gateway'));
    await sleep(1_100);
    expect(await isServed(again)).toBe(true);
  });
});
