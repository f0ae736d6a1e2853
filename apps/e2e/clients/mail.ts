import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const spool = (): string => join(process.env.HOLDFAST_HOME ?? '', 'mail');

/** The mails to this address that the installation has written so far, oldest first. */
export const mailsTo = async (address: string): Promise<string[]> => {
  const names = (await readdir(spool()).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(spool(), name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}\r\n`));
};

/** The newest mail to this address that holds the text, once there are so many; mails come after the answer. */
export const mailTo = async (address: string, text: string, count = 1): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = (await mailsTo(address)).filter((mail) => mail.includes(text));
    if (found.length >= count) return found.at(-1) ?? '';
    await sleep(50);
  }
  throw new Error(`no ${count} mails to ${address} say ${text}`);
};
