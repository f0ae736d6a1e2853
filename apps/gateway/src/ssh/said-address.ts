import type { VcsOpening } from '@holdfast/vcs-spi';
import type { ServerChannel } from 'ssh2';
import { Refusal } from '../bytes/refusal.js';
import { addressed, type AskedRepository } from './asked-repository.js';

/** What a client says before it is known which repository it means: so many bytes at most, in so long (ms). */
const most = 16 << 10;
const patience = 30_000;

/** What a client has said, with the address in it. */
interface SaidAddress {
  said: Buffer;
  path: string;
  exchange: Exclude<ReturnType<VcsOpening['address']>, 'more' | undefined>['exchange'];
}

/** Which repository is meant, by what the client says first where the command line does not say it. */
export const heardAddress = async (
  { kind, asked, place }: AskedRepository,
  channel: ServerChannel,
  leaving: Promise<void>,
): Promise<{ asked: AskedRepository; said?: Buffer }> => {
  const opening = kind.commands?.opening;
  if (!opening || 'pass' in asked || asked.path !== undefined) return { asked: { kind, asked, place } };
  const { said, ...address } = await saidAddress(opening, channel, leaving);
  return { asked: addressed(kind, asked, address), said };
};

/**
 * Greets a client, and hears which repository it means. Nothing more is read from the channel than what has come with
 * it. `leaving`: the client has gone.
 * @throws Refusal where it says nothing in time, too much, or something else
 */
const saidAddress = async (
  opening: VcsOpening,
  channel: ServerChannel,
  leaving: Promise<void>,
): Promise<SaidAddress> => {
  channel.write(opening.greeting);
  let said: Buffer = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let end = (): void => undefined;
  try {
    return await new Promise<SaidAddress>((resolve, reject) => {
      const refuse = (reason: string) => (): void => reject(new Refusal(400, reason));
      const hear = (piece: Buffer): void => {
        said = Buffer.concat([said, piece]);
        const address = opening.address(said);
        if (address === undefined) refuse('this names no repository')();
        else if (address !== 'more') {
          // Now, since more may come before whoever waits for this goes on.
          end();
          resolve({ said, ...address });
        } else if (said.length > most) refuse('the first message is too long')();
      };
      const broken = refuse('the conversation ended before it began');
      end = () => {
        channel.pause();
        channel.off('data', hear).off('end', broken).off('close', broken);
      };
      channel.on('data', hear).once('end', broken).once('close', broken);
      void leaving.then(broken);
      timer = setTimeout(refuse('the first message took too long'), patience);
    });
  } finally {
    clearTimeout(timer);
    end();
  }
};
