import { bundleOf, firstId, firstVersion, int32 } from './bundle-parts.fixture.js';

/** What of a bundle is odd. */
export interface Odd {
  /** The text of the file. */
  text?: string;
  /** What is sent in place of the version of the file. */
  file?: string;
  /** What is sent in place of the list of files. */
  list?: string;
  date?: string;
  /** Who has made it. */
  user?: string;
  /** Of the versions that are named; of all others 0. Then it is a changegroup of the third version. */
  flags?: { file?: number; list?: number; change?: number };
}

/** The text of the file. */
export const known = 'a licence that everybody knows\n';

/** A bundle of one changeset with the file LICENSE. */
export const licenceBundle = ({
  text = known,
  file = text,
  list,
  date = '5 0',
  user = 'me',
  flags,
}: Odd): Buffer => {
  const names = `LICENSE\0${firstId(text).toString('hex')}\n`;
  const said = `${firstId(names).toString('hex')}\n${user}\n${date}\nLICENSE\n\n${date}`;
  const change = firstId(said);
  const marked = flags && { file: 0, list: 0, change: 0, ...flags };
  const data = Buffer.concat([
    ...[firstVersion(change, change, said, marked?.change), int32(0)],
    ...[firstVersion(firstId(names), change, list ?? names, marked?.list), int32(0)],
    ...(marked ? [int32(0)] : []),
    ...[int32(11), Buffer.from('LICENSE'), firstVersion(firstId(text), change, file, marked?.file)],
    ...[int32(0), int32(0)],
  ]);
  return bundleOf([{ type: 'CHANGEGROUP', mandatory: { version: marked ? '03' : '02' }, data }]);
};
