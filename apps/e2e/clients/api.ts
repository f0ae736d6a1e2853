import { Client, type Keys, type Sent } from '@holdfast/client';
import { access } from '../system.js';

export { authorization, type Keys } from '@holdfast/client';

/** An object of the API, or the envelope of an error. */
export interface ApiObject {
  api_status: number;
  api_timestamp: string;
  api_message?: string;
  api_errors?: Record<string, Record<string, unknown>>;
  id: string;
  uuid: string;
  [attribute: string]: unknown;
}

export interface ApiPage extends ApiObject {
  metadata: { more_results: boolean; next_offset: number; count: number };
  results: ApiObject[];
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The body; `results` and `metadata` are there when it is a list. */
  body: ApiPage;
  text: string;
}

export type Extra = Omit<Sent, 'body'>;

/** The JSON API by paths and whatever is sent, as one account sees it; without keys as nobody. */
export class Api {
  private readonly client: Client;

  constructor(keys?: Keys, base = access.api_url) {
    this.client = new Client(base, keys);
  }

  get(path: string, extra?: Extra): Promise<Answer> {
    return this.request('GET', path, undefined, extra);
  }

  post(path: string, body?: unknown, extra?: Extra): Promise<Answer> {
    return this.request('POST', path, body, extra);
  }

  put(path: string, body?: unknown, extra?: Extra): Promise<Answer> {
    return this.request('PUT', path, body, extra);
  }

  delete(path: string, extra?: Extra): Promise<Answer> {
    return this.request('DELETE', path, undefined, extra);
  }

  async request(method: string, path: string, body?: unknown, extra?: Extra): Promise<Answer> {
    const answer = await this.client.send(method, path, { body, ...extra });
    return { ...answer, body: answer.body as ApiPage };
  }
}

/** The body of an answer that must have this status; says all of the answer where it has not. */
export const must = async (answer: Promise<Answer>, ...statuses: number[]): Promise<ApiPage> => {
  const { status, text, body } = await answer;
  const wanted = statuses.length ? statuses : [200, 201];
  if (!wanted.includes(status)) throw new Error(`answered ${status}, not ${wanted.join(' or ')}: ${text}`);
  return body;
};
