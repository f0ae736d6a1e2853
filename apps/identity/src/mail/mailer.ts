import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackgroundQueue } from '@holdfast/platform/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { mails } from './mail.metrics.js';
import type { Mail } from './message.js';
import { transportUrl } from './transport-url.rules.js';

/**
 * Few are sent at a time, of one company fewer than of all. A server that takes none keeps nobody's mail for longer
 * than it may be away.
 */
const limits = {
  atOnce: { total: 4, each: [3] },
  waiting: { total: 10_000, each: [5_000] },
  patience: 15 * 60_000,
};

/**
 * Sends mail by the installation's SMTP server; without one each mail becomes a file `*.eml` in the spool. The
 * library is loaded for the first mail.
 */
@Injectable()
export class Mailer {
  private transport: Transporter | undefined;
  private readonly queue = new BackgroundQueue('mails', limits);

  constructor(@Inject(identityEnv) private readonly env: IdentityEnv) {}

  /**
   * Nobody waits for a mail, and a server that is away fails no request; it is logged without the text. `company`:
   * whose mail it is, by its id.
   */
  post(company: string, mail: Mail): void {
    this.queue.add({
      parties: [company],
      run: () => this.counted(mail),
      dropped: () => mails.inc({ outcome: 'dropped' }),
    });
  }

  private async counted(mail: Mail): Promise<void> {
    let outcome = 'failed';
    try {
      await this.send(mail);
      outcome = 'sent';
    } finally {
      mails.inc({ outcome });
    }
  }

  private async send(mail: Mail): Promise<void> {
    const { messageOf } = await import('./message.js');
    const { envelope, raw } = await messageOf(this.env.mailFrom, mail);
    const { smtpUrl } = this.env;
    if (smtpUrl) await (await this.server(smtpUrl)).sendMail({ envelope, raw });
    else await this.spool(raw);
  }

  private async server(url: string): Promise<Transporter> {
    // A CommonJS package: in the bundle only its default export is there.
    const { default: nodemailer } = await import('nodemailer');
    this.transport ??= nodemailer.createTransport(transportUrl(url));
    return this.transport;
  }

  private async spool(message: Buffer): Promise<void> {
    const { mailSpool } = this.env;
    await mkdir(mailSpool, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${randomUUID()}`;
    const staged = join(mailSpool, `.${name}.part`);
    await writeFile(staged, message, { mode: 0o600 });
    await rename(staged, join(mailSpool, `${name}.eml`));
  }
}
