import type { UploadTicket } from '@holdfast/contracts';
import type { BlobStore } from '@holdfast/blob-spi';
import type { Exchange } from '../exchange.js';
import { transferring } from '../transfer.js';
import { bodyHeaders } from '../upstream/transfer-request.js';
import { Upstream } from '../upstream/upstream.js';
import { giveAnswer } from './give-answer.js';
import { StagingBody } from './staging-body.js';
import { uploadAnswer } from './upload-answer.js';

/**
 * Carries an upload out: into `store` where it stages here, else through the artifact service; `written`: it is
 * stored.
 */
export const upload = async (
  exchange: Exchange,
  { address, ticket, stages }: UploadTicket,
  written: () => void,
  store: BlobStore | undefined,
): Promise<void> => {
  const stagesHere = stages === true && store !== undefined;
  let staging: StagingBody | undefined;
  let answered = false;
  await transferring(
    exchange,
    stagesHere
      ? { method: 'POST', address, ticket, headers: { 'transfer-encoding': 'chunked' } }
      : { method: 'PUT', address, ticket, headers: bodyHeaders(exchange.req) },
    async (upstream) => {
      answered = true;
      const stored = await uploadAnswer(upstream);
      upstream.stop();
      await staging?.ended();
      written();
      await giveAnswer(exchange, stored);
    },
    stagesHere ? (body) => (staging = new StagingBody(exchange, store, body)).bytes : undefined,
  );
  if (!answered) await giveUp(address, ticket);
  await staging?.discard();
};

/** Milliseconds; room that is not given back then expires. */
const giveUpPatience = 5_000;

/** A client may go away before its upload begins: the ticket holds room, which others would miss for a minute. */
const giveUp = async (address: string, ticket: string): Promise<void> => {
  const upstream = new Upstream({ method: 'DELETE', address, ticket, headers: { 'content-length': '0' } });
  upstream.body.end();
  const late = setTimeout(() => upstream.destroy(), giveUpPatience);
  await upstream.head.catch(() => undefined);
  clearTimeout(late);
  upstream.destroy();
};
