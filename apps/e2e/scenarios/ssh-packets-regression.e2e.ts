/** @apart The gateway hangs where the mend is missing. */
import { readFile } from 'node:fs/promises';
import ssh2, { type Client } from 'ssh2';
import { must } from '../clients/api.js';
import { SshClient } from '../clients/ssh.js';
import { companyAdmin, newMember, newProject, newRepository } from '../world.js';

/** What the library keeps to itself: hostile clients say what it would not say. */
interface Protocol {
  session(id: number, window: number, packetSize: number): void;
}
const protocolOf = (client: Client): Protocol => (client as unknown as { _protocol: Protocol })._protocol;

describe('Whoever wants SSH packets of no size', () => {
  it('is sent away, and holds up nobody', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const guest = await newMember(admin, project, 'guest');
    const machine = await SshClient.of(guest);
    const url = new URL(String((await must(admin.api.get(repository.path))).ssh_url));
    for (const size of [0, 1, 100]) {
      const client = new ssh2.Client();
      const gone = new Promise<void>((resolve) => client.once('close', () => resolve()));
      await new Promise<void>((resolve, reject) => {
        client.on('ready', () => resolve()).on('error', reject);
        const { hostname: host, port, username } = url;
        void readFile(machine.keyFile).then((privateKey) =>
          client.connect({ host, port: Number(port), username, privateKey }),
        );
      });
      const protocol = protocolOf(client);
      const session = protocol.session.bind(protocol);
      protocol.session = (id, window) => session(id, window, size);
      client.exec('nothing', () => undefined);
      await gone;
      expect((await admin.api.get(repository.path)).status).toBe(200);
    }
  });
});
