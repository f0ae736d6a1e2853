import { isIP } from 'node:net';
import type { SettingForm } from './settings.js';

/** On what a process listens; port 0: one of the system's choice. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** An address to listen on, and a port. */
export const listenAddress: SettingForm<ListenAddress> = {
  wants: 'an address and a port, such as 0.0.0.0:7070 or [::]:7070',
  read: (given) => {
    const [, six, host = six, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+)):(\d{1,5})$/.exec(given) ?? [];
    if (isIP(host ?? '') !== (six ? 6 : 4) || Number(digits) > 65_535) return undefined;
    return { host, port: Number(digits) };
  },
};
