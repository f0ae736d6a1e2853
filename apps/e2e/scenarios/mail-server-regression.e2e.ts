import { Api, must } from '../clients/api.js';
import { MailServer } from '../clients/mail-server.js';
import { OwnInstallation } from '../clients/own-installation.js';

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd';

// From its bundle the service could not load what speaks to a mail server: each mail was logged as a failure and lost,
// whatever the API had answered. All that is said of mails elsewhere reads the files of an installation without one.
describe('An installation with a mail server', () => {
  let server: MailServer;
  let installation: OwnInstallation;
  beforeAll(async () => {
    server = await MailServer.open();
    installation = await OwnInstallation.make({ HOLDFAST_SMTP_URL: server.url });
    await installation.must('up', '--detach');
  });
  afterAll(async () => {
    await installation.destroy();
    await server.close();
  });

  it('sends by it what it has to say', async () => {
    const admin = await installation.login();
    const email = 'ada@example.org';
    await must(admin.api.put('/users/me', { email }));
    await must(admin.api.post('/account/ssh_keys', { title: 'one', content: sshKey }), 201);
    const told = await server.mailThatSays(`The account ${admin.id} has a new SSH key`);
    expect(told).toContain(`To: ${email}\r\n`);
    await must(new Api(undefined, admin.base).post('/account/password_recoveries', { email }), 201);
    const mail = await server.mailThatSays('password_recoveries/');
    const token = /password_recoveries\/([0-9a-f]{64})/.exec(mail)?.[1] ?? '';
    const opened = await new Api(undefined, admin.base).get(`/account/password_recoveries/${token}`);
    expect(opened.status).toBe(200);
  });
});
