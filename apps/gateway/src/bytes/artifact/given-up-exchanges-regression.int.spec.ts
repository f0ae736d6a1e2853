import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type { BlobReader } from '@holdfast/blob-spi';
import { accessChanged } from '@holdfast/contracts';
import { eventually } from '../byte-door.fixture.js';
import { giveUp, type Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';
import { TransferSlots } from '../slots/transfer-slots.js';
import { ArtifactDoorFixture, ask, put } from './artifact-door.fixture.js';

describe('an exchange that is given up after its decision, before anything of it is under way', () => {
  const ended = new Set<string>();
  const size = 3_000_000;
  let signing = (): void => undefined;
  const reader: BlobReader = {
    open: () => Promise.resolve(Readable.from([Buffer.alloc(size)])),
    has: () => Promise.resolve(true),
    signed: () => {
      signing();
      return new Promise((resolve) => setTimeout(resolve, 300, 'https://s3.example.org/large?signed'));
    },
    close: () => Promise.resolve(),
  };
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    ended.clear();
    door = await ArtifactDoorFixture.open({ ended, reader, redirects: { from: size } });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await door.close();
  });

  // Who had lost the right to read meanwhile got an address that was good for a minute.
  it('gets no address in the store', async () => {
    const headers = { 'Content-Length': String(size) };
    door.decide = () => ({
      ...{ is: 'grant', status: 200, headers, file: { blob: 'large' }, offset: 0, length: size },
    });
    signing = () => {
      ended.add('developer');
      door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
    };
    expect(await door.answer(ask('GET', '/a'), '\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
  });

  // The room of an upload that was too slow while others waited was missing to others for a minute.
  it('gives back the room that its ticket holds', async () => {
    let exchange: Exchange | undefined;
    jest.spyOn(TransferSlots.prototype, 'run').mockImplementation(async (_, one, __, work) => {
      exchange = one;
      await work(false);
    });
    const methods: (string | undefined)[] = [];
    door.serve = ({ method }, res) => {
      methods.push(method);
      res.end();
    };
    door.decide = () => {
      if (exchange) giveUp(exchange, new Refusal(408, 'too slow'));
      return { is: 'upload', address: door.address, ticket: 'a' };
    };
    expect(await door.answer(put('/a', 5), '\r\n\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    await eventually(() => methods.length > 0);
    expect(methods).toEqual(['DELETE']);
  });
});
