import type { ServerChannel } from 'ssh2';

/** A client that has come to more than its window allows (bytes). */
const mostUnread = 4 << 20;
/** What it sends before the other side has begun: stock clients are told something first (bytes). */
const mostAhead = 64 << 10;

/** Who reads what comes over a channel. */
export interface ChannelReader {
  hasBegun: boolean;
  /** What still comes was sent before the client heard of it. */
  hasEnded: boolean;
}

export interface IntakeHearers {
  /** Hears of the bytes of each piece when it comes, and not when it is read, which may be never. */
  came(bytes: number): void;
  /** The client sends what nobody reads, more than one that keeps to the protocol does. */
  tooMuch(): void;
}

/** Watches what comes over a channel: nothing that a client sends may fill our memory. */
export const watchIntake = (
  channel: ServerChannel,
  reader: ChannelReader | undefined,
  hearers: IntakeHearers,
): void => {
  const push = channel.push.bind(channel);
  let late = 0;
  channel.push = (piece: Buffer | null): boolean => {
    const bytes = piece?.length ?? 0;
    hearers.came(bytes);
    if (!reader || reader.hasEnded) late += bytes;
    const most = reader?.hasBegun ? mostUnread : mostAhead;
    if (late > mostUnread || channel.readableLength > most) hearers.tooMuch();
    return push(piece);
  };
};
