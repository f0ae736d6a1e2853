import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Objects } from './s3-objects.js';
import { s3Place } from './s3-place.js';

/** A server of two pages of uploads, the second from `p/b` on; what it was asked. `stuck`: it has but the first. */
const twoPages = async ({ stuck = false } = {}) => {
  const asked: string[] = [];
  const upload = (key: string) =>
    `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>`;
  const pages = {
    first: `<IsTruncated>true</IsTruncated><NextKeyMarker>p/b</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>${upload('p/a')}${upload('p/b')}`,
    second: `<IsTruncated>false</IsTruncated>${upload('p/c')}`,
  };
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://s3');
    asked.push(`${req.method} ${pathname} ${searchParams.get('key-marker') ?? ''}`);
    if (req.method === 'DELETE') return void res.writeHead(204).end();
    const page = searchParams.get('key-marker') === 'p/b' && !stuck ? pages.second : pages.first;
    res.writeHead(200, { 'content-type': 'application/xml' });
    res.end(`<?xml version="1.0"?><ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { asked, stop, endpoint: `http://127.0.0.1:${port}` };
};

const objectsAt = (endpoint: string): S3Objects =>
  new S3Objects({
    ...s3Place(`s3://bucket/p?endpoint=${endpoint}`),
    credentials: () => Promise.resolve({ accessKeyId: 'a', secretAccessKey: 'b' }),
  });

// Only those of the first page were looked at: behind a thousand young ones old ones stayed, and cost what they hold.
describe('uploads in parts that nobody goes on with', () => {
  it('are ended, however many there are', async () => {
    const { asked, stop, endpoint } = await twoPages();
    const objects = objectsAt(endpoint);
    try {
      expect(await objects.endUploads('', new Date('2026-01-02'))).toBe(3);
      expect(asked).toEqual([
        'GET /bucket/ ',
        ...['DELETE /bucket/p/a ', 'DELETE /bucket/p/b '],
        'GET /bucket/ p/b',
        'DELETE /bucket/p/c ',
      ]);
    } finally {
      objects.close();
      await stop();
    }
  });

  it('are asked for no more where the server goes no further, or nobody waits', async () => {
    const { asked, stop, endpoint } = await twoPages({ stuck: true });
    const objects = objectsAt(endpoint);
    try {
      expect(await objects.endUploads('', new Date('2026-01-02'))).toBe(4);
      expect(asked.filter((each) => each.startsWith('GET'))).toEqual(['GET /bucket/ ', 'GET /bucket/ p/b']);
      asked.length = 0;
      expect(await objects.endUploads('', new Date('2026-01-02'), AbortSignal.abort())).toBe(0);
      expect(asked).toEqual([]);
    } finally {
      objects.close();
      await stop();
    }
  });

  it('are waited for no more once nobody does, whatever the server does', async () => {
    const over = new AbortController();
    const server = createServer(() => over.abort());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const objects = objectsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      expect(await objects.endUploads('', new Date('2026-01-02'), over.signal)).toBe(0);
    } finally {
      objects.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

const goingOn = '<NextContinuationToken>on</NextContinuationToken>';

// The list had no end where a server gave one place to go on from again and again, and too early a one where it gave
// none.
describe('objects that a server does not list to the end', () => {
  it.each([
    ['goes on from one place again and again', goingOn, 2],
    ['does not say how to go on', '', 1],
  ])('are not told as if they were all where it %s', async (_, next, times) => {
    let asked = 0;
    const server = createServer((_, res) => {
      asked += 1;
      res.writeHead(asked > 9 ? 400 : 200, { 'content-type': 'application/xml' });
      const page = `<IsTruncated>true</IsTruncated>${next}`;
      res.end(`<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const objects = objectsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const listed = async (): Promise<void> => {
      for await (const page of objects.list('')) void page;
    };
    try {
      await expect(listed()).rejects.toThrow('the storage does not list what it has');
      expect(asked).toBe(times);
    } finally {
      objects.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
