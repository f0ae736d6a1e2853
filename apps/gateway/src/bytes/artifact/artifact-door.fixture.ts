import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobReader } from '@holdfast/blob-spi';
import type { FileAnswer, FileDecision, FileRequest } from '@holdfast/contracts';
import { basic, DoorFixture, type Wire } from '../byte-door.fixture.js';

export const jars = '/acme/projects/web/repositories/maven/jars';

export const ask = (
  method: string,
  path: string,
  who: Parameters<typeof basic>[0] = 'developer',
  ...headers: string[]
): string => `${method} ${jars}${path} HTTP/1.1\r\nHost: x\r\n${basic(who)}${headers.join('')}\r\n`;

export const put = (path: string, length: number, ...headers: string[]): string =>
  ask('PUT', path, 'developer', `Content-Length: ${length}\r\n`, ...headers);

/** A whole answer with its reason as its text. */
export const plain = (status: number, reason: string): FileAnswer => ({
  is: 'answer',
  status,
  reason,
  headers: { 'Content-Type': 'text/plain', 'Content-Length': String(reason.length) },
  text: reason,
});

/** What the artifact service says when an upload is stored. */
export const created: FileAnswer = { is: 'answer', status: 201, headers: { 'Content-Length': '0' } };

/** The door for artifacts before an artifact service that tests speak for. */
export class ArtifactDoorFixture {
  /** What the service was asked. */
  readonly asked: FileRequest[] = [];
  decide: (request: FileRequest) => FileDecision | Promise<FileDecision> = () => plain(404, 'no such file');
  /** Carries out transfers. */
  serve: (req: IncomingMessage, res: ServerResponse) => void = () => undefined;
  private door!: DoorFixture;

  /** `store`: the directory of the blobs that the gateway reads itself. */
  private constructor(readonly store: string) {}

  /** `patience`: milliseconds that are waited for the next byte of a body. */
  static async open(
    settings: {
      patience?: number;
      unsentBytes?: number;
      unsentPatience?: number;
      ended?: Set<string>;
      reader?: BlobReader;
      redirects?: { from: number };
    } = {},
  ): Promise<ArtifactDoorFixture> {
    const made = new ArtifactDoorFixture(await mkdtemp(join(tmpdir(), 'door-')));
    made.door = await DoorFixture.open(
      (req, res) => made.serve(req, res),
      () => (_: string, request: never) => {
        made.asked.push(request);
        return made.decide(request);
      },
      { blobs: made.store, ...settings },
    );
    return made;
  }

  /** Bytes of answers that the kernel has not taken of the door. */
  get untaken(): number {
    return this.door.untaken;
  }

  /** Where transfers go. */
  get address(): string {
    return this.door.address;
  }

  dial(): Promise<Wire> {
    return this.door.dial();
  }

  /** Publishes an event as a service would. */
  tell(subject: string, event: unknown): void {
    this.door.tell(subject, event);
  }

  /** What comes back until the text does. */
  async answer(request: string, until: string): Promise<string> {
    const wire = await this.dial();
    wire.say(request);
    return wire.hear(until);
  }

  async close(): Promise<void> {
    await this.door.close();
    await rm(this.store, { recursive: true });
  }
}
