import { IncomingMessage } from 'node:http';

/**
 * A request of the door; none is made any more once its connection has ended. Node's parser makes requests of all that
 * was read at one time, of 64 KiB, also when the first of them had the connection be ended: 2,400 requests, 3 MB of
 * memory and 15 ms. What stops it is a request that changes the protocol. So the first behind such an end says that it
 * does, and nobody hears of it.
 */
export class DoorRequest extends IncomingMessage {
  private isLast = false;

  get upgrade(): boolean {
    return this.isLast;
  }

  /** Node tells what the request says, when it has its head. */
  set upgrade(isSaid: boolean | null) {
    this.isLast = isSaid === true || this.socket.destroyed;
  }
}
