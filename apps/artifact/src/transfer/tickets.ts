import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileAnswer } from '@holdfast/contracts';
import { Injectable } from '@nestjs/common';

/** How long a transfer may take to start. */
const expiresAfter = 30_000;
/** And one that reads, where it starts at all (ms). */
const readsWithin = 1_000;

/** A permission for one transfer: all that it may do is inside. */
export type Ticket =
  | {
      readonly method: 'GET';
      readonly length: number;
      open(): Promise<Readable>;
      /** It was not used, and is not any more. */
      readonly forget?: () => void;
    }
  | { readonly method: 'PUT'; receive: Receive; readonly adopt?: Receive };

/** Stores the bytes that come, or, as `adopt`, those that the body names. */
export type Receive = (body: AsyncIterable<Uint8Array>) => Promise<FileAnswer>;

/** Tickets of this process: random, single use, and gone when they expire. */
@Injectable()
export class Tickets {
  private readonly open = new Map<string, { ticket: Ticket; expires: number }>();
  private timer: NodeJS.Timeout | undefined;

  issue(ticket: Ticket): string {
    const name = randomBytes(24).toString('base64url');
    this.open.set(name, { ticket, expires: Date.now() + expiresAfter });
    this.timer ??= setTimeout(() => this.expire(), expiresAfter).unref();
    return name;
  }

  /**
   * Takes the ticket out of use; undefined if there is none for this method. DELETE gives up that of a PUT, POST names
   * the bytes that would have been put.
   */
  take(name: string, method: string | undefined): Ticket | undefined {
    const found = this.open.get(name);
    this.open.delete(name);
    const wanted = method === 'DELETE' || method === 'POST' ? 'PUT' : method;
    if (found && found.expires > Date.now() && found.ticket.method === wanted) return found.ticket;
    if (found) drop(found.ticket);
    return undefined;
  }

  /** Somebody has one with which he has not come yet; who may read the blob himself comes at once, or never. */
  get areOut(): boolean {
    const now = Date.now();
    for (const { ticket, expires } of this.open.values()) {
      const last = ticket.method === 'PUT' ? expires : expires - expiresAfter + readsWithin;
      if (now < last) return true;
    }
    return false;
  }

  /** The map is in the order of issue, so the expired ones stand first. What is in them is in memory until then. */
  private expire(): void {
    this.timer = undefined;
    const now = Date.now();
    for (const [name, { ticket, expires }] of this.open) {
      if (expires > now) {
        this.timer = setTimeout(() => this.expire(), expires - now).unref();
        return;
      }
      this.open.delete(name);
      drop(ticket);
    }
  }
}

const drop = (ticket: Ticket): void => {
  if (ticket.method === 'GET') ticket.forget?.();
};
