import type { IncomingMessage } from 'node:http';
import { DomainError } from '@holdfast/kernel';

/**
 * Requests of other sites' pages are refused unless the installation lists their origin. Browsers name it in all that
 * a page asks for, except for GET and HEAD of what it only shows or leads to.
 */
export class CrossOrigin {
  private readonly allowed: ReadonlySet<string>;
  /** Where only pages that came by TLS are the site's own. */
  private readonly secureHost: string | undefined;

  constructor(origins: readonly string[], siteUrl: string) {
    const { origin: site, protocol, host } = new URL(siteUrl);
    this.allowed = new Set([...origins.map((origin) => origin.toLowerCase()), site]);
    this.secureHost = protocol === 'https:' ? host : undefined;
  }

  /** @throws DomainError `forbidden` */
  check({ headers: { origin, host } }: IncomingMessage): void {
    if (origin === undefined || this.allowed.has(origin.toLowerCase())) return;
    if (!this.isOfHost(origin.toLowerCase(), host?.toLowerCase()))
      throw DomainError.forbidden('cross-origin requests are refused');
  }

  /** A proxy may speak TLS in front of a host whose own address the installation does not know. */
  private isOfHost(origin: string, host: string | undefined): boolean {
    const [, scheme, from] = /^(https?):\/\/(.*)$/.exec(origin) ?? [];
    return from !== undefined && from === host && !(scheme === 'http' && host === this.secureHost);
  }

  headers(origin: string | undefined): Record<string, string> {
    if (origin === undefined || !this.allowed.has(origin.toLowerCase())) return {};
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'X-Request-Id, X-Api-Version, ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      vary: 'Accept, Authorization, Origin',
    };
  }

  preflight({ headers }: IncomingMessage, methods: string): Record<string, string> {
    const granted = this.headers(headers.origin);
    if (!granted['access-control-allow-origin'] || !headers['access-control-request-method']) return {};
    return {
      'access-control-allow-methods': methods,
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, If-None-Match, Idempotency-Key, X-Request-Id',
      'access-control-max-age': '600',
    };
  }
}
