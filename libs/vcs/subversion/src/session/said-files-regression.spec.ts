import { SpokenFloor } from '@holdfast/vcs-spi/engine';
import { hearing } from './said-body.js';

const string = (text: string): string => `${text.length}:${text} `;
const command = (name: string, ...parts: string[]): string => `( ${name} ( ${parts.map(string).join('')}) ) `;
const root = '( open-root ( ( 1 ) 2:d0 ) ) ';
const dir = (parent: string, token: string): string => command('add-dir', 'path', parent, token);
const file = (parent: string, token: string): string => command('open-file', 'path', parent, token);
const close = (token: string): string => command('close-dir', token);

// `svnserve` frees what is in a directory that is closed, and still takes the names of it: who could push had it use
// memory that was free.
describe('files and directories that a client opens', () => {
  const heard = (...said: string[]): void => {
    const hear = hearing(new SpokenFloor());
    for (const byte of Buffer.from(said.join(''))) hear(Buffer.from([byte]));
  };
  const broken = expect.objectContaining({ status: 400 }) as Error;

  it('are heard as clients have them: their files may go on when directories are closed', () => {
    const tree = [root, dir('d0', 'd1'), dir('d1', 'd2'), file('d2', 'c3')];
    const closed = [close('d2'), close('d1'), close('d0'), command('close-file', 'c3', 'md5')];
    expect(() => heard('( commit ( 1:m ) ) ', ...tree, ...closed, '( close-edit ( ) ) ')).not.toThrow();
    const twice = [root, dir('d0', 'd1'), close('d1'), dir('d0', 'd1'), close('d1'), close('d0')];
    expect(() => heard(...twice, '( commit ( 1:m ) ) ', ...twice)).not.toThrow();
    expect(() =>
      heard(root, dir('d0', 'd1'), '( abort-edit ( ) ) ( commit ( 1:m ) ) ', ...tree),
    ).not.toThrow();
  });

  it.each([
    ['a directory is closed before one in it', [root, dir('d0', 'd1'), dir('d1', 'd2'), close('d1')]],
    ['a name is given twice', [root, dir('d0', 'd1'), dir('d0', 'd1')]],
    ['a file has the name of a directory', [root, file('d0', 'd0')]],
    ['a root is opened twice', [root, root]],
    ['something is opened in what is closed', [root, dir('d0', 'd1'), close('d1'), file('d1', 'c2')]],
    ['what is not open is closed', [root, close('d1')]],
  ])('are not heard where %s', (_what, said) => {
    expect(() => heard(...said)).toThrow(broken);
  });
});
