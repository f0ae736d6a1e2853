import type { SettingForm } from './settings.js';

/** Where clients reach the SSH door. */
export interface SshAddress {
  /** As it stands in addresses: IPv6 in brackets. */
  sshHost: string;
  sshPort: number;
}

const form = /^ssh:\/\/([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?\/?$/;

/** The public address of the SSH door; without a port it is the usual one, 22. */
export const sshAddress: SettingForm<SshAddress> = {
  wants: 'an address such as ssh://code.example.org or ssh://code.example.org:2222',
  read: (given) => {
    const [, sshHost, port = '22'] = form.exec(given) ?? [];
    if (sshHost === undefined || Number(port) > 65_535) return undefined;
    return { sshHost, sshPort: Number(port) };
  },
};
