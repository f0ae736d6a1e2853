import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setLogLevel } from '@holdfast/platform/observability';
import type { IdentityEnv } from '../identity.env.js';
import { Mailer } from './mailer.js';

const mails = 9;

/** Says that it takes nothing. */
const refuse = (socket: Socket): void => {
  socket.on('error', () => undefined);
  socket.end('421 4.3.2 No mail here\r\n');
};

describe('mail', () => {
  let server: Server;
  let connections: Socket[];
  let mailer: Mailer;
  beforeEach(async () => {
    setLogLevel('silent');
    connections = [];
    // It takes mail as slowly as a server can: it says nothing.
    server = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    mailer = new Mailer({ smtpUrl, mailFrom: 'no-reply@example.org' } as IdentityEnv);
  });
  afterEach(async () => {
    server.on('connection', refuse);
    connections.forEach(refuse);
    while (connections.length < mails) await sleep(20);
    server.close();
    await once(server, 'close');
  });

  const post = (company: string): void =>
    mailer.post(company, { to: 'ada@example.org', subject: 'A word', text: 'One.\n' });

  it('is sent by few connections at a time, of which one company has not all', async () => {
    for (let time = 0; time < mails - 1; time += 1) post('acme');
    post('beta');
    while (connections.length < 4) await sleep(20);
    await sleep(200);
    expect(connections).toHaveLength(4);
    refuse(connections[0]);
    while (connections.length < 5) await sleep(20);
    await sleep(200);
    expect(connections).toHaveLength(5);
  });
});
