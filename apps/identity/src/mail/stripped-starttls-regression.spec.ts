import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createTransport } from 'nodemailer';
import { transportUrl } from './transport-url.rules.js';

const answers: Record<string, string> = {
  EHLO: '250-mail.example.org\r\n250 AUTH PLAIN',
  STARTTLS: '502 no',
  AUTH: '235 yes',
  MAIL: '250 yes',
  RCPT: '250 yes',
  DATA: '354 go on',
  QUIT: '221 until then',
};

/** Who stands in between takes STARTTLS out of what the server says that it has. */
describe('a mail server that does not offer TLS', () => {
  let server: Server;
  let heard: string[];
  beforeEach(async () => {
    heard = [];
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail.example.org\r\n');
      socket.on('data', (data) => {
        const said = String(data);
        heard.push(said);
        const known = Object.keys(answers).find((word) => said.startsWith(word));
        const answer = known === undefined ? said.endsWith('\r\n.\r\n') && '250 yes' : answers[known];
        if (answer) socket.write(`${answer}\r\n`);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  const sent = async (query = ''): Promise<string> => {
    const url = transportUrl(`smtp://ada:the-password@mail.example.org:25${query}`);
    // The name leads to who stands in between.
    const { port } = server.address() as AddressInfo;
    const at = url.replace('mail.example.org:25', `127.0.0.1:${port}`);
    const mail = {
      envelope: { from: 'a@example.org', to: 'b@example.org' },
      raw: 'Subject: x\r\n\r\nthe link',
    };
    return createTransport(at)
      .sendMail(mail)
      .then(
        () => 'sent',
        (error: unknown) => (error as { code: string }).code,
      );
  };

  it('gets neither password nor mail', async () => {
    expect(await sent()).toBe('ETLS');
    expect(heard.join('')).toMatch(/^EHLO/);
    expect(heard.join('')).not.toMatch(/AUTH|MAIL|DATA/);
  });

  it('gets both where the operator wants it so', async () => {
    expect(await sent('?requireTLS=false')).toBe('sent');
    expect(heard.join('')).toMatch(/AUTH.*MAIL.*the link/s);
  });
});
