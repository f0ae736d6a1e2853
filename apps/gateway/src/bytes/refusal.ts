import { basicChallenge } from '@holdfast/contracts';
import { DomainError, type DoorRefusal } from '@holdfast/kernel';

/** Whether an answer with this status is one for a fault of ours. */
export const isFaulty = (status: number): boolean => status === 500 || status === 503;

/** A final answer other than success, as plain clients get it: a status and one ASCII line that says why. */
export class Refusal extends Error implements DoorRefusal {
  constructor(
    readonly status: number,
    readonly reason: string,
    /** Names and values, alternating. */
    readonly headers: readonly string[] = [],
  ) {
    super(reason);
    this.name = 'Refusal';
  }

  /** What was asked for cannot be done, by our fault; else it may not be, or not now. */
  get isFault(): boolean {
    return isFaulty(this.status);
  }

  /** A refusal that a kind has worded. */
  static from({ status, reason, headers }: DoorRefusal): Refusal {
    return new Refusal(status, reason, headers);
  }

  /** What a failed call means to a plain client; the request id leads from a fault to our log. */
  static of(error: unknown, requestId: string): Refusal {
    if (error instanceof Refusal) return error;
    if (!(error instanceof DomainError) || error.code === 'fault')
      return new Refusal(500, `server fault, request ${requestId}`);
    const { code, status, detail } = error;
    if (code === 'unauthenticated') return unauthorized();
    const again = ['Retry-After', String(detail.retryAfter ?? 1)];
    // Not 401: it would make clients forget credentials that nobody has looked at.
    if (code === 'too_many_requests') return new Refusal(429, detail.reason ?? 'too many requests', again);
    if (code === 'unavailable')
      return new Refusal(503, `${detail.reason ?? 'a needed part is down'}, try again`, again);
    return new Refusal(status, detail.reason ?? code.replaceAll('_', ' '));
  }
}

/** Who asks, or all together, have as many transfers as there may be. */
export class Crowded extends Refusal {
  constructor() {
    super(503, 'too many transfers at a time, try again', ['Retry-After', '5']);
  }

  override get isFault(): boolean {
    return false;
  }
}

const challenge = ['WWW-Authenticate', basicChallenge];

export const unauthorized = (reason = 'credentials required or not valid'): Refusal =>
  new Refusal(401, reason, challenge);

export const notFound = (): Refusal => new Refusal(404, 'no such repository, or not visible to you');

/** A pass is good for one repository and one purpose. */
export const notForThis = (): Refusal => new Refusal(403, 'the token was given for something else');

/** A text as a reason phrase may carry it: one line of printable ASCII, at most 200 characters. */
export const reasonLine = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim() || 'refused';
