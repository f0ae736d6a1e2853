import type { Envelope } from './generated/objects.js';
import { routes, type OperationName, type Operations } from './generated/operations.js';

/** The credentials of an account, as a login answers them. */
export interface Keys {
  company_key: string;
  account_key: string;
}

/** What may be sent beside path and query. */
export interface Sent {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of JSON. */
  raw?: string;
  /** Undefined takes a header away that is sent otherwise. */
  headers?: Record<string, string | undefined>;
}

/** An answer, whatever its status. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  /** Read from the text where it is JSON, else empty. */
  body: Body;
  text: string;
}

/** The body of an answer that refuses. */
export interface ErrorBody extends Envelope {
  api_message: string;
  /** What is wrong, by attribute and kind. */
  api_errors?: Record<string, Record<string, unknown>>;
}

/** An operation was refused, or failed. */
export class ApiError extends Error {
  constructor(
    readonly operation: string,
    readonly answer: Answer<ErrorBody>,
  ) {
    super(`${operation} answered ${answer.status}: ${answer.text}`);
  }
}

/** What a call takes: nothing needs to be given where nothing has to be sent. */
type Given<Name extends OperationName> = object extends Operations[Name]['input']
  ? [input?: Operations[Name]['input'], extra?: Sent]
  : [input: Operations[Name]['input'], extra?: Sent];

type Query = Readonly<Record<string, string | number | undefined>>;

interface AnyInput {
  params?: Readonly<Record<string, string>>;
  query?: Query;
  body?: unknown;
}

/** The header that says who asks. */
export const authorization = ({ company_key, account_key }: Keys, vendor = 'svc'): string =>
  `${vendor}.company_key="${company_key}",account_key="${account_key}"`;

/** The JSON API as one account sees it; without keys as nobody. */
export class Client {
  constructor(
    /** The address that all paths follow. */
    private readonly base: string,
    private readonly keys?: Keys,
    /** What the installation calls itself in media types and credentials. */
    private readonly vendor = 'svc',
  ) {}

  /** Has an operation carried out. @throws ApiError when it is not */
  async call<Name extends OperationName>(
    name: Name,
    ...[input, extra]: Given<Name>
  ): Promise<Operations[Name]['answer']> {
    const [method, template] = routes[name];
    const { params = {}, query = {}, body }: AnyInput = input ?? {};
    const path = template.replace(/:([a-z_]+)/g, (_, part: string) => encodeURIComponent(params[part]));
    const answer = await this.send(method, path + queryText(query), { body, ...extra });
    if (answer.status >= 400) throw new ApiError(name, answer as Answer<ErrorBody>);
    return answer.body as Operations[Name]['answer'];
  }

  /** Sends any request and answers whatever comes. `path` stands below the base address, with its query. */
  async send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const sent: Record<string, string | undefined> = {
      accept: `application/vnd.${this.vendor}.v1`,
      authorization: this.keys && authorization(this.keys, this.vendor),
      'content-type': body === undefined && raw === undefined ? undefined : 'application/json',
      ...headers,
    };
    const response = await fetch(this.base + path, {
      method,
      headers: Object.entries(sent).filter((header): header is [string, string] => header[1] !== undefined),
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const { status } = response;
    return { status, headers: response.headers, body: isJson && text ? JSON.parse(text) : {}, text };
  }
}

const queryText = (query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};
