import type { MercurialWorld } from './mercurial-world.fixture.js';

/** Writes a changeset past Mercurial's commands: `lines` becomes its list of files, `texts` what is in some of them. */
const script = String.raw`
import json
import sys
from mercurial import hg, node, scmutil, ui
asked = json.loads(sys.argv[1])
repo = hg.repository(ui.ui.load(), b'.').unfiltered()
with repo.wlock(), repo.lock(), repo.transaction(b'odd') as transaction:
    ctx, link = scmutil.revsymbol(repo, asked['after'].encode()), len(repo)
    ids = {'NULL': '0' * 40}
    for name, text in asked['texts'].items():
        log = repo.file(name.encode('latin-1'), writable=True)._revlog
        parent = node.bin(asked.get('parents', {}).get(name, '0' * 40))
        rev = log.addrevision(text.encode('latin-1'), transaction, link, parent, node.nullid)
        ids[name] = node.hex(log.node(rev)).decode()
    lists = repo.manifestlog.getstorage(b'')._revlog
    for each in lists.revision(ctx.manifestnode()).decode('latin-1').splitlines():
        name, rest = each.split('\0')
        ids.setdefault(name, rest)
    lines = [(name, ids[of] + flag) for name, of, flag in asked['lines']]
    text = ''.join('%s\0%s\n' % each for each in lines).encode('latin-1')
    parents = [node.bin(each) for each in asked.get('listParents', [])] or [ctx.manifestnode()]
    listed = lists.node(lists.addrevision(text, transaction, link, *(parents + [node.nullid])[:2]))
    log = repo.changelog
    log.delayupdate(transaction)
    files = sorted(name.encode('latin-1') for name in [*asked['texts'], *asked.get('listed', [])])
    date = '100 0' + (' branch:%s' % asked['branch'] if asked.get('branch') else '')
    said = b'\n'.join([node.hex(listed), b'me', date.encode(), *files, b'', b'odd'])
    print(node.hex(log.node(log.addrevision(said, transaction, link, ctx.node(), node.nullid))).decode())
`;

/** Of letters up to U+00FF, which are bytes. A line: its name, the name of the file that it leads to, its flag. */
export interface OddHistory {
  lines: readonly (readonly [name: string, of: string, flag: string])[];
  texts: Readonly<Record<string, string>>;
  branch?: string;
  /** More files that the changeset says it changes. */
  listed?: readonly string[];
  /** Of these texts. */
  parents?: Readonly<Record<string, string>>;
  /** Of the list; default that of the changeset before. */
  listParents?: readonly string[];
}

/** A changeset after this one, default the newest one, of a working copy; answers its id. */
export const oddChangeset = (
  world: MercurialWorld,
  work: string,
  history: OddHistory,
  after = 'tip',
): Promise<string> => world.script(work, script, JSON.stringify({ ...history, after }));
