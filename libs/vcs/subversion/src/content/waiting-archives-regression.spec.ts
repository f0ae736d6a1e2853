import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { heldBy } from '@holdfast/vcs-spi/conformance';
import type { ListedNode } from '../reading/listing.js';
import type { SubversionReader } from '../reading/subversion-reader.js';
import { PackedFiles, type PackedFile } from './packed-files.js';
import { RevisionArchives } from './revision-archives.js';

const count = 100_000;
const pathOf = (at: number): string =>
  Buffer.from(`${'a'.repeat(200)}${String(at).padStart(6, '0')}`).toString();
const node = (at: number): ListedNode => ({
  ...{ path: pathOf(at), isDirectory: false, revision: '1', size: 1 },
  sha1: Buffer.from(String(at).padStart(40, '0')).toString(),
});

// All that was said of each file of an archive stayed in the process that serves everybody until the client had taken
// the archive: of 300,000 files some 120 MiB, for each of two that an account may have.
describe('the files of an archive whose client takes its time', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('take little memory', async () => {
    const limits = { archives: { total: 8, perRepository: 4 }, queue: 30_000, idle: 60_000 };
    const { made, bytes } = await heldBy(async () => {
      let begun = (path: string): void => void path;
      const asked = new Promise<string>((resolve) => (begun = resolve));
      async function* files(): AsyncGenerator<ListedNode> {
        for (let at = 0; at < count; at += 1) yield Promise.resolve(node(at));
      }
      const reader = {
        files,
        log: () => Promise.resolve(true),
        file: (_: unknown, __: string, path: string) => {
          begun(path);
          return new Promise(() => undefined);
        },
      };
      const archives = new RevisionArchives(reader as unknown as SubversionReader, limits);
      server = createServer((_, response) => {
        const grant = {
          ...{ kind: 'subversion', service: 'archive', repository: 'r', principal: {}, directory: '/r' },
          ...{
            exchange: { method: 'GET', path: '/', headers: {} },
            owner: { company: 'acme', account: 'ann' },
          },
          archive: { commit: '1', format: 'tar.gz' as const, name: 'a', lasting: true },
        };
        void archives.exchange(grant, response);
      });
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined);
      return asked;
    });
    expect(made).toBe(pathOf(0));
    expect(bytes).toBeLessThan(8 << 20);
  });

  it('are what they were, and no more than 16 MiB of them are kept', () => {
    const files = new PackedFiles();
    const all: PackedFile[] = [
      { path: 'a', size: 0 },
      { path: 'a/b c', size: 2 ** 40, isExecutable: true },
      { path: 'a/é', size: 1, isSpecial: true },
      { path: 'a/ê', size: 2, isExecutable: true, isSpecial: true },
      ...Array.from({ length: 5_000 }, (_, at) => ({ path: `b/${at}/${'c'.repeat(at % 100)}`, size: at })),
      { path: '😀', size: 1 },
      { path: '😁', size: 1 },
    ];
    for (const file of all) files.add(file);
    expect([...files]).toEqual(all);
    const long = (at: number) => ({ path: `${at}${'x'.repeat(1 << 20)}` });
    const add = (): void => {
      for (let at = 0; at < 16; at += 1) files.add(long(at));
    };
    expect(add).toThrow('too many files');
  });
});
