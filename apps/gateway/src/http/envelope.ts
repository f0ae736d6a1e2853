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
export const envelopedText = (status: number, body: string): string => headed(envelopeHead(status), body);

const headed = (head: string, body: string): string =>
  body === '{}' ? `${head}}` : `${head},${body.slice(1)}`;

/** The same as an object, for objects inside objects. */
export const envelope = (status: number, view: object): object => ({
  api_status: status,
  api_timestamp: now(),
  ...view,
});

/**
 * Stands for the time in objects inside of those that are read, until the tag of the answer is made: that leaves out
 * times of ours, and none that somebody has written into properties. No text that is stored has NUL, so this one is
 * nobody's.
 */
const open = '\0';
const openTime = `"api_timestamp":${JSON.stringify(open)}`;

/** An object inside of one that is read; its text is to be `stamped`. */
export const innerEnvelope = (view: object): object => ({ api_status: 200, api_timestamp: open, ...view });

/** The same of a view that is JSON text. */
export const innerText = (body: string): string => headed(`{"api_status":200,${openTime}`, body);

/** The text with the time in all objects inside of it. */
export const stamped = (text: string): string => text.replaceAll(openTime, `"api_timestamp":"${now()}"`);

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
