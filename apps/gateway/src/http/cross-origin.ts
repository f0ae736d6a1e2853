import type { IncomingMessage } from 'node:http';
import { DomainError } from '@holdfast/kernel';

/**
 * Requests of other sites' pages are refused unless the installation lists their origin. Browsers name it in all that
 * a page asks for, except for GET and HEAD of what it only shows or leads to.
 */
export class CrossOrigin {
  private readonly allowed: ReadonlySet<string>;

  constructor(origins: readonly string[], siteUrl: string) {
    this.allowed = new Set([...origins.map((origin) => origin.toLowerCase()), new URL(siteUrl).origin]);
  }

  /** @throws DomainError `forbidden` */
  check({ headers: { origin, host } }: IncomingMessage): void {
    if (origin === undefined || this.allowed.has(origin.toLowerCase())) return;
    const sameHost = origin.replace(/^https?:\/\//i, '').toLowerCase() === host?.toLowerCase();
    if (!sameHost) throw DomainError.forbidden('cross-origin requests are refused');
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
