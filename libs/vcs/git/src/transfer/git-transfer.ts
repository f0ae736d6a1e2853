import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { transferConfig } from '../process/git-command.js';
import { advertiseRefs, advertising } from './advertised-refs.js';
import { Announcements } from './announcements.js';
import { withoutFiles } from './archive-request.js';
import {
  refuse,
  BodyFailure,
  StandingCheck,
  TransferClient,
  TransferTurns,
  chunksOf,
  isPacked,
  isReadable,
} from '@holdfast/vcs-spi/engine';
import { statusOf } from './conversation.js';
import { carryFetch, fetchResult, refusedFetch } from './fetch.js';
import {
  isAdvertisement,
  isSession,
  isVersionTwo,
  protocolEnvironment,
  protocolOf,
  serviceLine,
} from './git-protocol.js';
import { HeldAnswer } from './held-answer.js';
import { LongQuestions } from './long-questions.js';
import { carryPush } from './push-transfer.js';
import { readAhead } from './read-ahead.js';
import { SlowTips } from './slow-tips.js';
import { SlowPacks } from './slow-packs.js';
import { Talk } from './talk.js';
import type { TransferParts } from './transfer-parts.js';

/** A packed body of at most this many bytes is checked before git sees it. */
const checkedFirst = 256 << 10;
/** So much of a body has to be there before it gets a turn: a client that only begins one holds up nobody. */
const readFirst = 64 << 10;

/** The programs that clients talk with themselves. */
const talking = ['upload-pack', 'receive-pack', 'upload-archive'];

/** One request of a client and all that is known of it. */
interface Exchange {
  grant: TransferGrant;
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
  standing: StandingCheck;
}

/**
 * git's smart HTTP protocol: the answers of `info/refs`, `git-upload-pack` and `git-receive-pack`; and the
 * conversations of clients that come over SSH.
 */
export class GitTransfer {
  private readonly fetches: TransferTurns;
  private readonly pushes: TransferTurns;
  private capabilities: Promise<Buffer> | undefined;

  private readonly parts: TransferParts;

  constructor(given: Omit<TransferParts, 'longQuestions' | 'slowTips' | 'slowPacks'>) {
    const { processes, limits } = given;
    const { fetches, pushes, queue } = limits;
    const [slowTips, slowPacks] = [new SlowTips(processes), new SlowPacks(processes)];
    this.parts = { ...given, longQuestions: new LongQuestions(), slowTips, slowPacks };
    this.fetches = new TransferTurns(fetches, queue);
    this.pushes = new TransferTurns(pushes, queue);
  }

  forget(directory: string): void {
    this.parts.slowTips.forget(directory);
    this.parts.slowPacks.forget(directory);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { service } = grant;
    const advertise = isAdvertisement(grant);
    if (!advertise && !isReadable(request)) return refuse(response, 415, 'unknown Content-Encoding');
    const client = TransferClient.of(response, this.parts.limits.idle);
    const standing = new StandingCheck(this.parts.gate, grant, this.parts.limits.trusted);
    const exchange: Exchange = { grant, request, response, client, standing };
    try {
      if (isSession(grant)) await this.session(exchange);
      else if (service !== 'upload-pack' && service !== 'receive-pack')
        refuse(response, 404, 'no such service');
      else if (advertise) await this.advertise(exchange, service);
      else if (service === 'upload-pack') await this.fetch(exchange);
      else await this.push(exchange);
    } catch (error) {
      if (!(error instanceof BodyFailure)) throw error;
      const refusal = service === 'upload-pack' ? refusedFetch(error, this.parts.limits) : undefined;
      if (refusal) new HeldAnswer(response, fetchResult, client).give(refusal);
      else refuse(response, error.status, error.message);
    }
  }

  private async fetch(exchange: Exchange): Promise<void> {
    const { grant, request, response, client, standing } = exchange;
    const { announcements, housekeeping, processes, limits } = this.parts;
    const { directory } = grant;
    const { fetchRequest, fetchSilence: silence } = limits;
    const read = await readAhead(chunksOf(request, client, fetchRequest), readFirst);
    const question = read.whole && Announcements.questionOf(protocolOf(grant) ?? '', read.whole);
    const known = question ? await announcements.find(directory, question) : undefined;
    if (known) {
      await standing.holds();
      return new HeldAnswer(response, fetchResult, client).give(known);
    }
    const streaming = !isPacked(request);
    await this.inTurn(this.fetches, exchange, async () => {
      const checked = streaming ? read : await readAhead(read.body, checkedFirst);
      const body = standing.during(checked.body);
      const hearing = question ? announcements.listen(directory, question) : undefined;
      housekeeping.fetched(directory);
      const asked = { body, streaming, hearing, silence };
      await carryFetch(processes, grant, asked, response, client).finally(() => hearing?.end());
    });
  }

  /** Who pushes is judged by the decision about the push. */
  private async push(exchange: Exchange): Promise<void> {
    const { grant, request, response, client } = exchange;
    const { body } = await readAhead(chunksOf(request, client), readFirst);
    await this.inTurn(this.pushes, exchange, () =>
      this.parts.writers.during(grant.directory, () => carryPush(this.parts, grant, body, response, client)),
    );
  }

  /** A client that talks with git itself; that begins with the list of refs, so nothing is waited for. */
  private async session(exchange: Exchange): Promise<void> {
    const { grant, request, response, client, standing } = exchange;
    const { directory, service } = grant;
    if (!talking.includes(service)) return refuse(response, 404, 'no such service');
    const talk = new Talk();
    const push = service === 'receive-pack';
    await this.inTurn(this.turnsOf(service), exchange, async () => {
      await standing.holds();
      const body = talk.chunks(request, client, push ? Infinity : this.parts.limits.fetchRequest);
      if (push)
        return this.parts.writers.during(directory, () =>
          carryPush(this.parts, grant, body, response, client, talk),
        );
      this.parts.housekeeping.fetched(directory);
      const { archiveMemory: memory, archiveWork: working, fetchSilence: silence } = this.parts.limits;
      const isArchive = service === 'upload-archive';
      const bounds = isArchive ? { memory, working } : { silence };
      const said = standing.during(body);
      const fetch = { body: isArchive ? withoutFiles(said) : said, streaming: true, talk, ...bounds };
      return carryFetch(this.parts.processes, grant, fetch, response, client);
    });
  }

  private turnsOf(service: string): TransferTurns {
    if (service === 'upload-archive') return this.parts.archives;
    return service === 'receive-pack' ? this.pushes : this.fetches;
  }

  private async inTurn(
    turns: TransferTurns,
    { grant, response, client }: Exchange,
    work: () => Promise<void>,
  ): Promise<void> {
    await turns.run(grant, client, work, () => refuse(response, 503, 'too many transfers, try again'));
  }

  private async advertise(exchange: Exchange, service: 'upload-pack' | 'receive-pack'): Promise<void> {
    const { grant, response, client, standing } = exchange;
    const { directory } = grant;
    const environment = protocolEnvironment(protocolOf(grant));
    const answer = new HeldAnswer(response, `application/x-git-${service}-advertisement`, client);
    if (service === 'receive-pack' || !isVersionTwo(environment)) {
      const turns = service === 'upload-pack' ? this.fetches : this.pushes;
      return this.inTurn(turns, exchange, async () => {
        await standing.holds();
        await this.listRefs(grant, service, answer, client);
      });
    }
    // The answer of version 2 names what the server can do, and nothing of the repository.
    await stat(join(directory, 'HEAD')).catch(() => (response.statusCode = 404));
    if (response.statusCode === 404) return refuse(response, 404, 'no such repository');
    this.capabilities ??= this.readCapabilities(directory, environment);
    const text = await this.capabilities.catch(() => (this.capabilities = undefined));
    if (!text) return refuse(response, 500, 'git failed on the server');
    answer.give(text);
  }

  private async listRefs(
    grant: TransferGrant,
    service: 'upload-pack' | 'receive-pack',
    answer: HeldAnswer,
    client: TransferClient,
  ): Promise<void> {
    answer.prepend(serviceLine(service));
    const end = await advertiseRefs(this.parts.processes, grant, service, answer, client);
    if (end.code !== 0 && answer.pending) answer.fail(...statusOf(end));
    else answer.end();
  }

  private async readCapabilities(directory: string, environment: Record<string, string>): Promise<Buffer> {
    const command = {
      command: 'upload-pack' as const,
      config: transferConfig(directory),
      flags: advertising,
      values: [directory],
    };
    const { code, stdout } = await this.parts.processes.run(command, { environment });
    if (code !== 0) throw new Error('git upload-pack failed');
    return Buffer.from(stdout, 'utf8');
  }
}
