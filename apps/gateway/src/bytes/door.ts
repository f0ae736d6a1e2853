import type { DoorRefusal, RefusalBody } from '@holdfast/kernel';
import type { RefusedRequest } from '@holdfast/vcs-spi';
import type { ByteAddress } from './byte-address.js';
import type { Exchange } from './exchange.js';

/** Serves what is below the addresses of one kind. */
export interface Door {
  /** @throws Refusal, DomainError before anything of the request's body is read. */
  serve(exchange: Exchange, address: ByteAddress): Promise<void>;
  /** The body of refusals, where it is not the reason in one line of plain text. */
  readonly refusalBody:
    ((refusal: DoorRefusal, request: RefusedRequest) => RefusalBody | undefined) | undefined;
}
