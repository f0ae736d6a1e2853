import { access } from '../system.js';

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

export interface Keys {
  company_key: string;
  account_key: string;
}

export interface Extra {
  /** Undefined takes a header away that is sent otherwise. */
  headers?: Record<string, string | undefined>;
  /** Sent as it is, in place of JSON. */
  raw?: string;
}

export const authorization = ({ company_key, account_key }: Keys): string =>
  `svc.company_key="${company_key}",account_key="${account_key}"`;

/** The JSON API as one account sees it; without keys as nobody. */
export class Api {
  constructor(
    private readonly keys?: Keys,
    private readonly base = access.api_url,
  ) {}

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

  async request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw }: Extra = {},
  ): Promise<Answer> {
    const sent: Record<string, string | undefined> = {
      accept: 'application/vnd.svc.v1',
      authorization: this.keys && authorization(this.keys),
      'content-type': body === undefined && raw === undefined ? undefined : 'application/json',
      ...headers,
    };
    const response = await fetch(this.base + path, {
      method,
      headers: Object.entries(sent).filter((header): header is [string, string] => header[1] !== undefined),
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : {}) as ApiPage,
      text,
    };
  }
}

/** The body of an answer that must have this status; says all of the answer where it has not. */
export const must = async (answer: Promise<Answer>, ...statuses: number[]): Promise<ApiPage> => {
  const { status, text, body } = await answer;
  const wanted = statuses.length ? statuses : [200, 201];
  if (!wanted.includes(status)) throw new Error(`answered ${status}, not ${wanted.join(' or ')}: ${text}`);
  return body;
};
