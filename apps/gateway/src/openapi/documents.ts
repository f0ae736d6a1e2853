import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../gateway.env.js';
import { openApiDocument } from './openapi-document.js';

interface Document {
  headers: Record<string, string>;
  /** One for all who read it. */
  body: Buffer;
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript>The contract stands at <a href="openapi.json">openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const start = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
});
`;

/**
 * The contract and its page; everything that the page loads comes from here. Most gateways are never asked for them, so
 * each is made when it is asked for first.
 */
@Injectable()
export class Documents {
  private readonly makers: ReadonlyMap<string, () => Document>;
  private readonly made = new Map<string, Document>();
  /** Headers that send a browser from the root address to the page. */
  readonly home: Readonly<Record<string, string>>;

  constructor({ siteUrl, vendor }: GatewayEnv) {
    this.home = { location: `${siteUrl}/api/docs`, 'cache-control': 'no-cache', vary: 'Accept' };
    const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const read = (name: string): Buffer => readFileSync(join(assets, name));
    const contract = (): string => JSON.stringify(openApiDocument({ siteUrl, vendor, version: '1' }));
    this.makers = new Map([
      ['/openapi.json', () => document('application/json', contract())],
      ['/docs', () => document('text/html', page)],
      ['/docs/start.js', () => document('text/javascript', start)],
      ['/docs/swagger-ui.css', () => document('text/css', read('swagger-ui.css'))],
      ['/docs/swagger-ui-bundle.js', () => document('text/javascript', read('swagger-ui-bundle.js'))],
    ]);
  }

  /** The document at a path below the API's base address; they need no keys. */
  at(path: string): Document | undefined {
    const known = this.made.get(path) ?? this.makers.get(path)?.();
    if (known) this.made.set(path, known);
    return known;
  }
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

const document = (type: string, body: string | Buffer): Document => ({
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-api-version': '1',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
  },
  body: Buffer.from(body),
});
