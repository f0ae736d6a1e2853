import { networkOf } from '@holdfast/kernel';
import type { SettingForm } from '../settings/settings.js';

/** Byte ports to which a process may connect: those of a name, or of a network. */
export type PeerRule = {
  /** With TLS only. */
  secure?: true;
  /** Absent: any. */
  port?: number;
} & (
  | {
      /** In lower case; a star stands for its first label. */
      name: string;
    }
  | {
      network: string;
      /** For which name its certificate has to be; absent: for the address. */
      as?: string;
    }
);

const form = /^(https:\/\/)?(?:([^=\s]+)=)?(?:\[([^\]\s]+)\]|([^:\s]+)):(\*|\d{1,5})$/;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** The last label begins with a letter: `127.1` and `0x7f.1` are addresses to those who look names up. */
const name = `(?:${label}\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`;
const named = new RegExp(`^(?:\\*\\.)?${name}$`);
const oneName = new RegExp(`^${name}$`);

/** Undefined: it is not written as one. */
export const peerRuleOf = (text: string): PeerRule | undefined => {
  const [, secure, as, six, other = '', digits = ''] = form.exec(text) ?? [];
  const host = six ?? other;
  const network = networkOf(host);
  const port = digits === '*' ? undefined : Number(digits);
  if (port !== undefined && !(port >= 1 && port <= 65_535)) return undefined;
  const at = { ...(secure && { secure: true as const }), ...(port !== undefined && { port }) };
  if (network && (network.family === 'ipv6') === (six !== undefined))
    return as === undefined || oneName.test(as) ? { ...at, network: host, ...(as && { as }) } : undefined;
  return as === undefined && six === undefined && named.test(host) ? { ...at, name: host } : undefined;
};

/** Byte ports between which there are commas, spaces or line ends. */
export const peerRules: SettingForm<string[]> = {
  wants: 'names or networks with ports, such as *.repository.example.org:7070,10.0.0.0/8:7070,[fd00::/8]:*',
  read: (given) => {
    const found = given.split(/[\s,]+/).filter(Boolean);
    return found.length > 0 && found.every((each) => peerRuleOf(each)) ? found : undefined;
  },
};
