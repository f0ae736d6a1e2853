import { errorCatalogue, timestamp, type DomainError } from '@holdfast/kernel';

let second = 0;
let text = '';

/** `api_timestamp` of an answer made now; formatted once a second. */
export const now = (): string => {
  const current = Math.floor(Date.now() / 1000);
  if (current !== second) {
    second = current;
    text = timestamp(new Date(current * 1000));
  }
  return text;
};

/** An API object: the view with its status and time in front, as JSON text. */
export const enveloped = (status: number, view: object): string =>
  envelopedText(status, JSON.stringify(view));

/** What an object begins with; its attributes follow. */
export const envelopeHead = (status: number): string => `{"api_status":${status},"api_timestamp":"${now()}"`;

/** The same of a view that is JSON text. */
export const envelopedText = (status: number, body: string): string => {
  const head = envelopeHead(status);
  return body === '{}' ? `${head}}` : `${head},${body.slice(1)}`;
};

/** The same as an object, for objects inside objects. */
export const envelope = (status: number, view: object): object => ({
  api_status: status,
  api_timestamp: now(),
  ...view,
});

/** What the body of every refusal begins with. */
export const refusalView = (status: number, phrase: string | undefined): object => ({
  api_status: status,
  api_message: phrase,
  api_timestamp: now(),
});

/** The body of a refusal. A fault says nothing but the request's id. */
export const errorView = (error: DomainError, requestId: string): object => {
  const { status, phrase } = errorCatalogue[error.code];
  return {
    ...refusalView(status, phrase),
    ...(error.code === 'invalid' ? { api_errors: error.detail.errors ?? {} } : {}),
    ...(error.code === 'fault' ? { request_id: requestId } : {}),
  };
};
