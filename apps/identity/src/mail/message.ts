import MimeNode from 'nodemailer/lib/mime-node/index.js';

/** A mail in plain words; the text is ASCII, lines end with a line feed. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Message {
  envelope: { from: string; to: string[] };
  /** RFC 5322. */
  raw: Buffer;
}

/** The text as it stands: quoted-printable would break links, which are copied from files as well. */
class PlainNode extends MimeNode {
  getTransferEncoding(): string {
    return '7bit';
  }
}

export const messageOf = async (from: string, { to, subject, text }: Mail): Promise<Message> => {
  const node = new PlainNode('text/plain; charset=us-ascii', { newline: 'windows' });
  node.setHeader([
    { key: 'From', value: from },
    { key: 'To', value: to },
    { key: 'Subject', value: subject },
    { key: 'Auto-Submitted', value: 'auto-generated' },
  ]);
  node.setContent(text.replaceAll('\n', '\r\n'));
  const envelope = node.getEnvelope();
  return {
    envelope: { from: envelope.from || '', to: envelope.to },
    raw: await node.build(),
  };
};
