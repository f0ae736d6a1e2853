import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { SecureContext } from 'node:tls';
import { isIP, type LookupFunction } from 'node:net';
import { addressesIn } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import type { ByteTls } from './byte-tls.js';
import { peerRuleOf, type PeerRule } from './peer-rule.js';

/** Where bytes are served. */
export interface PeerPort {
  /** It speaks TLS. */
  secure: boolean;
  /** A name in lower case, or an address without brackets. */
  host: string;
  port: number;
  /** For which name its certificate has to be; absent: for the host. */
  as?: string;
}

/** What the connection to a port is made with. */
export interface PeerConnecting {
  lookup: LookupFunction;
  secureContext?: SecureContext;
  servername?: string;
}

/** By what names become addresses; tests have another one. */
export type NamesOfPeers = (
  name: string,
  options: { all: true },
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Of nobody but this machine: what is reached where nothing is set. */
export const loopbackPeers: readonly string[] = ['127.0.0.1:*'];

/** To where names may lead without being told: networks of one's own, but neither this machine nor its link. */
const isOfOneself = addressesIn([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
]);

/** So many origins are known: more nodes nobody has. */
const mostKnown = 1_000;

const form = /^(https?):\/\/(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/;

/** A process was told to fetch or send bytes where it must not connect to. */
export class PeerRefused extends Error {
  constructor(what: string) {
    super(`${what}: HOLDFAST_BYTES_PEERS does not allow it`);
    this.name = 'PeerRefused';
  }
}

/**
 * The byte ports to which a process connects. Other processes tell it where bytes are; whoever has broken into one of
 * them must not be able to send it anywhere else. Names are judged before they are looked up, and each address that is
 * found before anything connects to it: what was judged is what is connected to.
 */
export class BytePeers {
  private readonly rules: readonly PeerRule[];
  private readonly networks = new Map<PeerRule, (address: string) => boolean>();
  /** What origins mean that are allowed: those of the nodes, again and again. */
  private readonly known = new LRUCache<string, Readonly<PeerPort>>({ max: mostKnown });

  /**
   * `allowed`: as they stand in the setting. `tls`: absent, where this process speaks none. @throws TypeError where one
   * is none
   */
  constructor(
    allowed: readonly string[],
    private readonly tls?: Pick<ByteTls, 'client'>,
    private readonly names: NamesOfPeers = systemLookup,
  ) {
    this.rules = allowed.map((each) => {
      const rule = peerRuleOf(each);
      if (!rule) throw new TypeError(`${each} is no byte port`);
      if ('network' in rule) this.networks.set(rule, addressesIn([rule.network]));
      return rule;
    });
  }

  /** What `http://host:port` means. @throws PeerRefused where it is none, or none that is allowed */
  to(origin: string): Readonly<PeerPort> {
    const known = this.known.get(origin);
    if (known) return known;
    const judged = this.judged(origin);
    this.known.set(origin, judged);
    return judged;
  }

  private judged(origin: string): PeerPort {
    const [, scheme, six = '', host = six, digits] = form.exec(origin) ?? [];
    const to: PeerPort = { secure: scheme === 'https', host, port: Number(digits) };
    const isWritten = to.port >= 1 && to.port <= 65_535 && (six === '' || isIP(six) === 6);
    const rule = isWritten ? this.ruleFor(to) : undefined;
    if (!rule) throw new PeerRefused(origin.slice(0, 300));
    if (to.secure && !this.tls) throw new PeerRefused(`${origin} without HOLDFAST_BYTES_TLS_CERT`);
    return 'as' in rule ? { ...to, as: rule.as } : to;
  }

  /** For a new connection to it. */
  connecting(to: PeerPort): PeerConnecting {
    const { secure, host, as = host } = to;
    if (!secure || !this.tls) return { lookup: this.lookup(to) };
    // Of an address there is no name to be asked for: the certificate is compared with it.
    const asked = isIP(as) > 0 ? {} : { servername: as };
    return { lookup: this.lookup(to), secureContext: this.tls.client, ...asked };
  }

  /** Looks a name up, once, and refuses what it must not lead to. */
  private lookup({ secure, port }: PeerPort): LookupFunction {
    return (name, options, found) =>
      this.names(name, { ...options, all: true }, (error, addresses) => {
        if (error) return found(error, []);
        const wrong = addresses.find((each) => !this.mayLeadTo({ secure, host: each.address, port }));
        if (wrong) found(new PeerRefused(`${name} leads to ${wrong.address}`), []);
        else if (options.all) found(null, addresses);
        else found(null, addresses[0].address, addresses[0].family);
      });
  }

  private ruleFor(to: PeerPort): PeerRule | undefined {
    return isIP(to.host) > 0
      ? this.listed(to)
      : this.rules.find((rule) => fits(rule, to) && names(rule, to.host));
  }

  private mayLeadTo(to: PeerPort): boolean {
    return isOfOneself(to.host) || this.listed(to) !== undefined;
  }

  private listed(to: PeerPort): PeerRule | undefined {
    return this.rules.find((rule) => fits(rule, to) && this.networks.get(rule)?.(to.host));
  }
}

const fits = ({ secure, port }: PeerRule, to: PeerPort): boolean =>
  (to.secure || !secure) && (port === undefined || port === to.port);

const names = (rule: PeerRule, host: string): boolean => {
  if (!('name' in rule)) return false;
  // The star is one label, as in certificates.
  return rule.name === (rule.name.startsWith('*.') ? host.replace(/^[^.]+/, '*') : host);
};
