import { DeviceAgent, type DeviceKeyType } from '../clients/device-agent.js';
import { SshClient } from '../clients/ssh.js';
import { access } from '../system.js';
import { companyAdmin, newUser, type Person } from '../world.js';

/** The library hands over their signatures as they come: we read them by ourselves. */
describe('An SSH key that lies in a device', () => {
  let user: Person;
  let agent: DeviceAgent;
  beforeAll(async () => {
    user = await newUser(await companyAdmin());
  });
  afterEach(() => agent.close());

  it.each<DeviceKeyType>(['sk-ssh-ed25519@openssh.com', 'sk-ecdsa-sha2-nistp256@openssh.com'])(
    'opens the door where somebody touches the device: %s',
    async (type) => {
      agent = await DeviceAgent.open(type);
      const machine = await SshClient.behind(agent);
      await machine.store(user);
      expect((await machine.ssh(access.ssh_url, '-T')).output).toContain(`Hello ${user.id} of`);
      agent.isTouched = false;
      expect((await machine.ssh(access.ssh_url, '-T')).output).toContain('Permission denied (publickey)');
    },
  );
});
