import { CodedRefusal } from './coded-refusal.js';
import { errorCatalogue, type ErrorCode } from './error-catalogue.js';

/** The validation kinds of one attribute, as the API shows them. */
export interface AttributeErrors {
  minimum?: number;
  maximum?: number;
  conflicts?: string[];
  empty?: true;
  invalid?: true;
  reserved?: true;
  not_found?: true;
  locked?: true;
}

/** Validation errors by attribute name (`api_errors`). */
export type ApiErrors = Record<string, AttributeErrors>;

export interface ErrorDetail {
  /** With `invalid`: what is wrong, by attribute. */
  errors?: ApiErrors;
  /** One ASCII line for people; it never carries a secret. */
  reason?: string;
  /** Seconds after which a retry makes sense (`Retry-After`). */
  retryAfter?: number;
  /** With `unavailable`: nobody knows whether what was asked has been done, or is being done. */
  unknown?: true;
  /** With `unavailable`: the storage node that has the repository now. Whoever asked asks there. */
  node?: string;
}

/** A refusal or failure with a stable code. Between processes it travels as plain data: `toWire`, `fromWire`. */
export class DomainError extends CodedRefusal {
  constructor(
    readonly code: ErrorCode,
    readonly detail: ErrorDetail = {},
    options?: ErrorOptions,
  ) {
    super(detail.reason ?? code, options);
    this.name = 'DomainError';
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  static invalid(errors: ApiErrors): DomainError {
    return new DomainError('invalid', { errors });
  }

  static notFound(): DomainError {
    return new DomainError('not_found');
  }

  static forbidden(reason?: string): DomainError {
    return new DomainError('forbidden', reason ? { reason } : {});
  }

  /** For any change of a deactivated object, or of something inside one. */
  static deactivated(): DomainError {
    return DomainError.invalid({ id: { locked: true } });
  }

  static unavailable(reason: string, cause?: unknown): DomainError {
    return new DomainError('unavailable', { reason, retryAfter: 1 }, { cause });
  }

  /** The same where it may have been done, or be done yet. */
  static unknown(reason: string, cause?: unknown): DomainError {
    return new DomainError('unavailable', { reason, retryAfter: 1, unknown: true }, { cause });
  }

  /** The repository is no longer at the storage node that was asked. */
  static movedTo(node: string): DomainError {
    const reason = 'the repository has moved to another storage node, try again';
    return new DomainError('unavailable', { reason, retryAfter: 1, node });
  }

  toWire(): WireError {
    return { code: this.code, ...this.detail };
  }

  static fromWire({ code, ...detail }: WireError): DomainError {
    return new DomainError(Object.hasOwn(errorCatalogue, code) ? code : 'fault', detail);
  }
}

export interface WireError extends ErrorDetail {
  code: ErrorCode;
}
