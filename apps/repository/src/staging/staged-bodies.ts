import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { stagedHeaders } from '@holdfast/contracts';
import { loopShare } from '@holdfast/kernel';
import type { DiskGate, EngineRequest } from '@holdfast/vcs-spi';
import { BodyRefusal } from './body-refusal.js';
import { BodyScan, type TextPlace } from './body-scan.js';
import { StagedFile } from './staged-file.js';

/** What a ticket allows that is for a body of the API. */
export interface BodyGrant {
  /** The one request that it allows. */
  exchange: EngineRequest;
  /** The uuid of the repository into which it is to go. */
  repository: string;
  /** `file`: absolute path of the texts. `most`: bytes of the body. */
  body: { file: string; most: number; place: TextPlace };
}

/**
 * Large bodies of the API, while they come and while their operations read them: the texts of each lie in a file, and
 * the rest goes back as the beginning of the answer. The answer stays open. When who has sent the body ends it, or is
 * gone, so is the file.
 */
export class StagedBodies {
  /** `directory`: absolute, for nothing else. `disk`: absent where nobody asks how full it is. */
  constructor(
    private readonly directory: string,
    private readonly disk?: Pick<DiskGate, 'take'>,
  ) {}

  /** Removes what a killed predecessor has left. */
  async start(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
  }

  async exchange({ body }: BodyGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const over = new Promise((resolve) => response.once('close', resolve));
    const files = await Promise.all([body.file, `${body.file}.rest`].map((path) => StagedFile.create(path)));
    const [texts, rest] = files;
    try {
      await this.receive(request, body, texts, rest);
      response.writeHead(201, {
        [stagedHeaders.size]: rest.size,
        [stagedHeaders.texts]: texts.digest(),
      });
      response.flushHeaders();
      await pipeline(createReadStream(rest.path), response, { end: false });
      await rest.remove();
      await over;
    } catch (error) {
      // Who sends is gone.
      if (response.destroyed) return;
      if (!(error instanceof BodyRefusal)) throw error;
      response.writeHead(error.status, { 'Content-Length': 0 }).end();
    } finally {
      await Promise.all(files.map((file) => file.remove()));
    }
  }

  /** @throws BodyRefusal */
  private async receive(
    request: IncomingMessage,
    { most, place }: BodyGrant['body'],
    texts: StagedFile,
    rest: StagedFile,
  ): Promise<void> {
    const scan = new BodyScan(place);
    let come = 0;
    // Who is refused may still be sending: his connection has to last until he has read why.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      come += piece.length;
      if (come > most) throw new BodyRefusal(413, 'too large');
      if ((await this.disk?.take(piece.length)) === false) throw new BodyRefusal(507, 'the disk is full');
      if (loopShare.isOver) await loopShare.pass();
      const scanned = scan.take(piece);
      await Promise.all([texts.add(scanned.texts), rest.add(scanned.rest)]);
    }
    scan.end();
  }
}
